-- Sends sign-ups, confirmations, new addresses, bans and deletions of a Supabase project to POST /api/webhooks, signed as Standard Webhooks.
-- Replace the address and the secret (the part after "v1,whsec_"), then run this in the SQL editor.
-- Only these are sent: an update of every other column would include our own writes and loop.
create extension if not exists pg_net with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create schema if not exists kith_private;
revoke all on schema kith_private from public;

create or replace function kith_private.notify_user_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := 'https://your-kith.example.com/api/webhooks';
  secret constant text := 'REPLACE_WITH_BASE64_OF_WEBHOOK_SECRET';
  event_id constant text := gen_random_uuid()::text;
  sent_at constant text := floor(extract(epoch from now()))::bigint::text;
  record_before jsonb;
  record_after jsonb;
  body jsonb;
  signature bytea;
-- Everything that can fail is below: the handler at the end does not cover the declarations.
begin
  if tg_op <> 'INSERT' then
    record_before := jsonb_build_object('id', old.id, 'email', old.email, 'email_confirmed_at', old.email_confirmed_at,
      'banned_until', old.banned_until, 'deleted_at', old.deleted_at, 'created_at', old.created_at);
  end if;
  if tg_op <> 'DELETE' then
    record_after := jsonb_build_object('id', new.id, 'email', new.email, 'email_confirmed_at', new.email_confirmed_at,
      'banned_until', new.banned_until, 'deleted_at', new.deleted_at, 'created_at', new.created_at);
  end if;
  body := jsonb_build_object('type', tg_op, 'schema', 'auth', 'table', 'users',
    'record', record_after, 'old_record', record_before);
  -- pg_net sends jsonb as its text form, so that text is what is signed.
  signature := extensions.hmac(
    convert_to(event_id || '.' || sent_at || '.' || body::text, 'utf8'), decode(secret, 'base64'), 'sha256');
  perform net.http_post(
    url := address,
    body := body,
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'webhook-id', event_id,
      'webhook-timestamp', sent_at,
      'webhook-signature', 'v1,' || encode(signature, 'base64')));
  return null;
exception when others then
  -- A sign-up, ban or deletion never fails because of a notification.
  raise warning 'kith: user event not sent: %', sqlerrm;
  return null;
end $$;

revoke all on function kith_private.notify_user_event() from public;

drop trigger if exists kith_user_created on auth.users;
create trigger kith_user_created after insert on auth.users
  for each row execute function kith_private.notify_user_event();

drop trigger if exists kith_user_confirmed on auth.users;
create trigger kith_user_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function kith_private.notify_user_event();

-- Mails about workspaces must not go on to an address that the account no longer has.
drop trigger if exists kith_user_moved on auth.users;
create trigger kith_user_moved after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function kith_private.notify_user_event();

-- API keys are ours: a ban or a deletion must reach them, otherwise they would outlive their creator.
drop trigger if exists kith_user_banned on auth.users;
create trigger kith_user_banned after update of banned_until, deleted_at on auth.users
  for each row when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function kith_private.notify_user_event();

drop trigger if exists kith_user_deleted on auth.users;
create trigger kith_user_deleted after delete on auth.users
  for each row execute function kith_private.notify_user_event();
