/** A node of PostgreSQL's parse tree. Untyped on purpose: the few members that matter are read by name. */
export type Tree = ReturnType<typeof JSON.parse>;

/** A column of a result, and whether it can have no other value than our workspace. */
export interface Column {
  name: string;
  isOurs: boolean;
}

/** A table, subquery or function in a from clause. A column `*` stands for others, of unknown names. */
export interface Relation {
  name: string;
  isTenant: boolean;
  columns: string[];
}

/** A term of an equation: our workspace, or a column of a relation. */
type Term = "ours" | { relation: Relation; column: string };

/** One level of a statement: a select, update, delete or insert without those nested in it. */
export interface Level {
  parent: Level | null;
  relations: Relation[];
  queries: Map<string, Column[]>;
  /** The columns that can only be our workspace. */
  ours: Map<Relation, Set<string>>;
  /** Terms that its conditions equate, and the relations whose rows the condition restricts (null: all). */
  equations: [Term, Term, Relation[] | null][];
}

/** What the terms of a statement depend on. */
export interface Context {
  /** Whether a constant, or the parameter of a number, is our workspace. */
  isOurs: (value: string | number) => boolean;
  /** The columns of a nested statement. */
  columnsOf: (tree: Tree, outer: Level) => Column[];
}

export const WORKSPACE = "workspace_id";

export function newLevel(parent: Level | null): Level {
  return { parent, relations: [], queries: new Map(), ours: new Map(), equations: [] };
}

export function addRelation(level: Level, name: string, isTenant: boolean, columns: Column[]): Relation {
  const relation = { name, isTenant, columns: columns.map((one) => one.name) };
  level.relations.push(relation);
  addKnown(level, relation, columns);
  return relation;
}

/** Adds what is known about the columns of a relation. */
export function addKnown(level: Level, relation: Relation, columns: Column[]): void {
  for (const one of columns) if (one.isOurs) makeOurs(level, relation, one.name);
}

/** Notes that a column is ours; false if that was known. */
export function makeOurs(level: Level, relation: Relation, column: string): boolean {
  const known = level.ours.get(relation) ?? new Set();
  level.ours.set(relation, known);
  if (known.has(column)) return false;
  known.add(column);
  return true;
}

/** Whether a column is ours, by the conditions of this level or of those around it. */
export function isOursAt(level: Level | null, { relation, column }: Exclude<Term, "ours">): boolean {
  if (!level) return false;
  return (level.ours.get(relation)?.has(column) ?? false) || isOursAt(level.parent, { relation, column });
}

/** The tenant tables of a level whose rows its conditions do not restrict to our workspace. */
export function unboundAt(level: Level): string[] {
  const unbound = level.relations.filter(
    (relation) => relation.isTenant && !isOursAt(level, { relation, column: WORKSPACE }),
  );
  return unbound.map(({ name }) => name);
}

/** Adds what the equations of a level say about its columns until nothing is added. */
export function settle(level: Level): void {
  const learn = (known: Term, other: Term, restricted: Relation[] | null) =>
    other !== "ours" &&
    (known === "ours" || isOursAt(level, known)) &&
    (restricted ?? level.relations).includes(other.relation) &&
    makeOurs(level, other.relation, other.column);
  let isNew = true;
  while (isNew) {
    isNew = false;
    for (const [a, b, restricted] of level.equations) {
      if (learn(a, b, restricted) || learn(b, a, restricted)) isNew = true;
    }
  }
}

/** Adds the AND-ed equations of a condition to a level. */
export function addCondition(
  context: Context,
  level: Level,
  tree: Tree,
  restricted: Relation[] | null,
): void {
  if (tree?.BoolExpr?.boolop === "AND_EXPR") {
    for (const one of tree.BoolExpr.args) addCondition(context, level, one, restricted);
  }
  for (const [left, right] of pairsOf(context, level, tree)) {
    if (left && right) level.equations.push([left, right, restricted]);
  }
}

/** The terms that a condition equates: `a = b`, `(a, b) = (c, d)`, `a in (b)` and `(a, b) in (select …)`. */
function pairsOf(context: Context, level: Level, tree: Tree): [Term | null, Term | null][] {
  const { A_Expr: comparison, SubLink: link } = tree ?? {};
  const termsOf = (one: Tree): (Term | null)[] =>
    (one?.RowExpr?.args ?? [one]).map((part: Tree) => termOf(context, level, part));
  if (link?.subLinkType === "ANY_SUBLINK" && (!link.operName || link.operName[0].String.sval === "=")) {
    const columns = context.columnsOf(link.subselect, level);
    return termsOf(link.testexpr).map((term, at) => [term, columns[at]?.isOurs ? "ours" : null]);
  }
  if (comparison?.name?.[0]?.String?.sval !== "=") return [];
  const { kind, lexpr, rexpr } = comparison;
  const alternatives: Tree[] | undefined = rexpr?.List?.items;
  if (kind === "AEXPR_IN" && alternatives?.length !== 1) return [];
  if (kind !== "AEXPR_OP" && kind !== "AEXPR_IN") return [];
  const others = termsOf(alternatives?.[0] ?? rexpr);
  return termsOf(lexpr).map((term, at) => [term, others[at] ?? null]);
}

/** What an expression stands for, if it is a column or our workspace. */
export function termOf(context: Context, level: Level, tree: Tree): Term | null {
  if (tree?.TypeCast) return termOf(context, level, tree.TypeCast.arg);
  if (tree?.ParamRef) return context.isOurs(tree.ParamRef.number) ? "ours" : null;
  if (tree?.A_Const) return context.isOurs(tree.A_Const.sval?.sval ?? "") ? "ours" : null;
  if (tree?.SubLink?.subLinkType === "EXPR_SUBLINK") {
    return context.columnsOf(tree.SubLink.subselect, level)[0]?.isOurs ? "ours" : null;
  }
  const fields: (string | undefined)[] = tree?.ColumnRef?.fields.map((one: Tree) => one.String?.sval) ?? [];
  const [name, column] = fields.length > 1 ? fields.slice(-2) : [null, fields[0]];
  return column ? columnOf(level, name ?? null, column) : null;
}

/** The relation of a column: the one of that name, or the innermost that has such a column. */
function columnOf(level: Level | null, name: string | null, column: string): Term | null {
  if (!level) return null;
  const isMeant = (one: Relation) => (name === null ? one.columns.includes(column) : one.name === name);
  const relation = level.relations.find(isMeant);
  if (relation) return { relation, column };
  const mayHaveIt = name === null && level.relations.some(({ columns }) => columns.includes("*"));
  return mayHaveIt ? null : columnOf(level.parent, name, column);
}

/** Whether an expression can only be our workspace. */
export function isOurExpression(context: Context, level: Level, tree: Tree): boolean {
  const term = termOf(context, level, tree);
  return term === "ours" || (term !== null && isOursAt(level, term));
}
