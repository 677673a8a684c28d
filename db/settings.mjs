/**
 * Settings of a distributed database without which undo or counts would be wrong. The engine, readiness and the doctor
 * judge by this list alone.
 */
export const REQUIRED_SETTINGS = {
  // Otherwise no shard learns which import writes it: its undo journal would stay empty, and nobody would notice.
  "citus.propagate_set_commands": "local",
  "citus.enable_unsafe_triggers": "on",
  // A statement of one workspace may call functions that query more of the same: all of it lies on the same node.
  "citus.allow_nested_distributed_execution": "on",
};

const required = Object.entries(REQUIRED_SETTINGS).map(([name, value]) => `('${name}', '${value}')`);

/**
 * SQL, without parameters: null on a plain database; on a distributed one the names of those that differ in this session,
 * separated by commas.
 */
export const KIND = `case when to_regprocedure('public.shard_beside(oid, text)') is not null then coalesce((
  select string_agg(name, ', ') from (values ${required.join(", ")}) as s(name, value)
  where current_setting(name, true) is distinct from value), '') end`;
