/**
 * Runs before React: keeps files that are dropped on the page, or what is pasted, before the page receives files.
 * Without it the browser would leave the page for the file.
 */
export const CATCH_EARLY_FILE = `{
  const early = (window.earlyFile = {});
  const isEarly = (event) => window.earlyFile === early && !event.defaultPrevented;
  addEventListener("dragover", (event) => {
    if (isEarly(event) && event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const files = (isEarly(event) && event.dataTransfer?.files) || [];
    if (files.length === 0) return;
    event.preventDefault();
    early.dropped = [...(early.dropped ?? []), ...files];
  });
  addEventListener("paste", (event) => {
    const data = isEarly(event) && event.clipboardData;
    if (!data) return;
    const [files, text] = [[...data.files], data.getData("text/plain")];
    // A word that is pasted later is meant for a field, and does not displace rows.
    if (files.length > 0 || !early.pasted || /\\n/.test(text)) early.pasted = { target: event.target, files, text };
  });
}`;
