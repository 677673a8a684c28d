import { parseSync } from "libpg-query";
import {
  addCondition,
  addKnown,
  addRelation,
  type Column,
  type Context,
  isOurExpression,
  isOursAt,
  type Level,
  makeOurs,
  newLevel,
  type Relation,
  settle,
  type Tree,
  unboundAt,
  WORKSPACE,
} from "./bindings";

interface Analysis extends Context {
  tables: string[];
  report: (names: string[]) => void;
}

/** A subquery in a from clause; only a lateral one sees the relations beside it. */
interface Subquery {
  tree: Tree;
  outer: Level;
  relation: Relation;
  columns: () => Column[];
}

/**
 * The tenant tables, by their aliases, that a statement reads or writes without restricting their rows to a workspace.
 * Each reference needs, among the AND-ed conditions of its own level, an equality of its workspace_id with the
 * workspace, or with a column that is equal to it. Throws for what PostgreSQL cannot parse. libpg-query must be loaded.
 */
export function unboundTables(text: string, tables: string[], isOurs: Context["isOurs"]): string[] {
  const found: string[] = [];
  const quiet: Analysis = { tables, isOurs, report: () => {}, columnsOf };
  /** Without reports: whatever asks for the columns of a nested statement also analyses it. */
  function columnsOf(tree: Tree, outer: Level): Column[] {
    return analyse(quiet, tree, outer);
  }
  for (const { stmt } of parseSync(text).stmts ?? []) {
    analyse({ ...quiet, report: (names) => found.push(...names) }, stmt, null);
  }
  return found;
}

/** Analyses a statement, and returns the columns of its result. */
function analyse(it: Analysis, tree: Tree, outer: Level | null): Column[] {
  if (tree.SelectStmt) return select(it, tree.SelectStmt, outer);
  if (tree.InsertStmt) return insert(it, tree.InsertStmt, outer);
  if (tree.UpdateStmt) return change(it, tree.UpdateStmt, tree.UpdateStmt.fromClause, outer);
  if (tree.DeleteStmt) return change(it, tree.DeleteStmt, tree.DeleteStmt.usingClause, outer);
  reportBare(it, tree);
  search(it, tree, newLevel(outer));
  return [];
}

function isStatement(tree: Tree): boolean {
  return Boolean(tree.SelectStmt || tree.InsertStmt || tree.UpdateStmt || tree.DeleteStmt);
}

/** Reports the tables of a command that has no conditions, or (merge) none that are understood here. */
function reportBare(it: Analysis, tree: Tree): void {
  if (typeof tree !== "object" || tree === null || isStatement(tree)) return;
  if (isTenant(it, tree)) it.report([tree.relname]);
  for (const one of Object.values(tree)) reportBare(it, one);
}

/** Analyses the statements within expressions. */
function search(it: Analysis, tree: Tree, level: Level): void {
  if (typeof tree !== "object" || tree === null) return;
  if (isStatement(tree)) analyse(it, tree, level);
  else for (const one of Object.values(tree)) search(it, one, level);
}

function isTenant(it: Analysis, { relname, schemaname, relpersistence }: Tree): boolean {
  return (schemaname ?? "public") === "public" && relpersistence !== "t" && it.tables.includes(relname);
}

/** A new level that knows the queries of a with clause. */
function open(it: Analysis, tree: Tree, outer: Level | null): Level {
  const level = newLevel(outer);
  for (const { CommonTableExpr: one } of tree.withClause?.ctes ?? []) {
    const named = (columns: Column[]) => renamed(columns, one.aliascolnames);
    const first = tree.withClause.recursive && one.ctequery.SelectStmt?.larg;
    if (first) {
      // What is true of the first rows is true of all if it stays true of those that follow from them.
      let known = named(it.columnsOf({ SelectStmt: first }, level));
      for (let before = ""; before !== JSON.stringify(known); ) {
        before = JSON.stringify(known);
        level.queries.set(one.ctename, known);
        known = named(it.columnsOf(one.ctequery, level));
      }
    }
    level.queries.set(one.ctename, named(analyse(it, one.ctequery, level)));
  }
  return level;
}

function select(it: Analysis, tree: Tree, outer: Level | null): Column[] {
  const level = open(it, tree, outer);
  const { fromClause, withClause: _, larg, rarg, ...rest } = tree;
  if (larg) {
    const [left, right] = [select(it, larg, level), select(it, rarg, level)];
    search(it, rest, level);
    return left.map(({ name, isOurs }, at) => ({ name, isOurs: isOurs && right[at]?.isOurs === true }));
  }
  resolve(it, level, fromClause ?? [], tree.whereClause);
  search(it, rest, level);
  return tree.valuesLists ? values(it, level, tree.valuesLists) : outputs(it, level, tree.targetList);
}

function values(it: Analysis, level: Level, lists: Tree[]): Column[] {
  const rows: Tree[][] = lists.map(({ List }) => List.items);
  return (rows[0] ?? []).map((_, at) => ({
    name: `column${at + 1}`,
    isOurs: rows.every((row) => isOurExpression(it, level, row[at])),
  }));
}

/** An update or a delete. */
function change(it: Analysis, tree: Tree, from: Tree[] | undefined, outer: Level | null): Column[] {
  const level = open(it, tree, outer);
  const { relation, fromClause: _, usingClause: __, withClause: ___, ...rest } = tree;
  resolve(it, level, [{ RangeVar: relation }, ...(from ?? [])], tree.whereClause);
  search(it, rest, level);
  const isMoved = tree.targetList?.some(
    ({ ResTarget: { name, val } }: Tree) => name === WORKSPACE && !isOurExpression(it, level, val),
  );
  if (isMoved && isTenant(it, relation)) it.report([`${relation.relname}, moved to another workspace`]);
  return outputs(it, level, tree.returningClause?.exprs);
}

function insert(it: Analysis, tree: Tree, outer: Level | null): Column[] {
  const level = open(it, tree, outer);
  const source = tree.selectStmt ? analyse(it, tree.selectStmt, level) : [];
  const columns = renamed(
    source,
    tree.cols?.map(({ ResTarget }: Tree) => ({ String: { sval: ResTarget.name } })),
  );
  const name = tree.relation.alias?.aliasname ?? tree.relation.relname;
  const target = addRelation(level, name, isTenant(it, tree.relation), [{ name: "*", isOurs: false }]);
  const isOurRow = columns.some((one) => one.name === WORKSPACE && one.isOurs);
  if (target.isTenant && !isOurRow) it.report([name]);
  const conflict = tree.onConflictClause;
  if (conflict?.action === "ONCONFLICT_UPDATE") {
    addRelation(level, "excluded", false, columns);
    const keys: Tree[] = conflict.infer?.indexElems ?? [];
    const isKey = keys.some(({ IndexElem }) => IndexElem.name === WORKSPACE);
    if (isOurRow && isKey) makeOurs(level, target, WORKSPACE);
    addCondition(it, level, conflict.whereClause, null);
    settle(level);
    it.report(unboundAt(level));
    search(it, conflict, level);
  }
  if (isOurRow) makeOurs(level, target, WORKSPACE);
  search(it, tree.returningClause, level);
  return outputs(it, level, tree.returningClause?.exprs);
}

/** Adds the relations of a from clause to a level, and binds them by the conditions of its joins and its where. */
function resolve(it: Analysis, level: Level, from: Tree[], where: Tree): void {
  const subqueries: Subquery[] = [];
  for (const one of from) addItem(it, level, one, subqueries);
  addCondition(it, level, where, null);
  settle(level);
  // What the conditions say about the relations beside a lateral subquery, it may say about its own columns.
  for (const { relation, columns } of subqueries) addKnown(level, relation, columns());
  settle(level);
  for (const { tree, outer } of subqueries) analyse(it, tree, outer);
  for (const one of from) searchJoins(it, level, one);
  it.report(unboundAt(level));
}

/** Analyses the statements within conditions of joins and arguments of functions. */
function searchJoins(it: Analysis, level: Level, { JoinExpr: join, RangeFunction: called }: Tree): void {
  search(it, [join?.quals, called], level);
  for (const one of join ? [join.larg, join.rarg] : []) searchJoins(it, level, one);
}

/** Adds an item of a from clause to a level; the relations in it. */
function addItem(it: Analysis, level: Level, item: Tree, subqueries: Subquery[]): Relation[] {
  const { JoinExpr: join, RangeVar: table, RangeSubselect: subquery } = item;
  if (join) return addJoin(it, level, join, subqueries);
  const unknown = [{ name: "*", isOurs: false }];
  if (subquery) {
    const outer = subquery.lateral ? level : { ...newLevel(level.parent), queries: level.queries };
    const columns = () => renamed(it.columnsOf(subquery.subquery, outer), subquery.alias?.colnames);
    const relation = addRelation(level, subquery.alias?.aliasname ?? "", false, columns());
    subqueries.push({ tree: subquery.subquery, outer, relation, columns });
    return [relation];
  }
  if (!table) return [addRelation(level, item.RangeFunction?.alias?.aliasname ?? "", false, unknown)];
  const { relname, schemaname, alias } = table;
  const query = schemaname ? undefined : queryOf(level, relname);
  const isOfTenants = !query && isTenant(it, table);
  const own = isOfTenants ? [{ name: WORKSPACE, isOurs: false }, ...unknown] : unknown;
  return [
    addRelation(
      level,
      alias?.aliasname ?? relname,
      isOfTenants,
      query ? renamed(query, alias?.colnames) : own,
    ),
  ];
}

/** The condition of a join restricts both sides; of an outer join, only the side that may be missing. */
function addJoin(it: Analysis, level: Level, join: Tree, subqueries: Subquery[]): Relation[] {
  const left = addItem(it, level, join.larg, subqueries);
  const right = addItem(it, level, join.rarg, subqueries);
  const both = [...left, ...right];
  const restricted = { JOIN_INNER: both, JOIN_LEFT: right, JOIN_RIGHT: left }[join.jointype as string] ?? [];
  addCondition(it, level, join.quals, restricted);
  for (const { String: column } of join.usingClause ?? []) {
    const term = (side: Relation[]) => side.find(({ columns }) => columns.includes(column.sval));
    const [a, b] = [term(left), term(right)];
    if (!a || !b) continue;
    level.equations.push([
      { relation: a, column: column.sval },
      { relation: b, column: column.sval },
      restricted,
    ]);
  }
  return both;
}

function queryOf(level: Level | null, name: string): Column[] | undefined {
  return level ? (level.queries.get(name) ?? queryOf(level.parent, name)) : undefined;
}

/** Columns by other names, as far as their order is known. */
function renamed(columns: Column[], names: Tree[] | undefined): Column[] {
  if (!names) return columns;
  const open = columns.findIndex(({ name }) => name === "*");
  const known = open < 0 ? columns : columns.slice(0, open);
  const first = names.map(({ String: { sval: name } }, at) => ({ name, isOurs: known[at]?.isOurs === true }));
  return [...first, ...columns.slice(names.length)];
}

/** The columns of a select list or of returning. */
function outputs(it: Analysis, level: Level, list: Tree[] | undefined): Column[] {
  return (list ?? []).flatMap(({ ResTarget: { name, val } }): Column[] => {
    const fields: Tree[] = val.ColumnRef?.fields ?? val.TypeCast?.arg.ColumnRef?.fields ?? [];
    const last = fields.at(-1);
    if (!last?.A_Star)
      return [{ name: name ?? last?.String.sval ?? "", isOurs: isOurExpression(it, level, val) }];
    const of = fields.at(-2)?.String.sval;
    const meant = level.relations.filter((one) => of === undefined || one.name === of);
    return meant.flatMap((relation) =>
      relation.columns.map((column) => ({ name: column, isOurs: isOursAt(level, { relation, column }) })),
    );
  });
}
