-- Contacts that were written since, at most so many: for pages from a cached order or filter. A function, because the plan of
-- such a page for any moment would expect a third of the table here, and so would be made anew for each page.
CREATE FUNCTION written_since(workspace uuid, since timestamptz, most int) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE ROWS 10 AS $$
BEGIN
  RETURN QUERY SELECT c.id FROM contacts c WHERE c.workspace_id = workspace AND c.updated_at >= since
    ORDER BY c.updated_at LIMIT most;
END $$;
