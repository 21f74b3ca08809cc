/**
 * What the parameters of an address mean, before anything is known about tables (PostgREST,
 * ApiRequest/Types.hs).
 */

export type JsonStep = { arrow: "->" | "->>"; key: string | number };

export type Field = { name: string; path: JsonStep[] };

export type SelectItem =
  | { kind: "all" }
  | { kind: "field"; field: Field; alias?: string; cast?: string }
  | {
      kind: "embed";
      target: string;
      alias?: string;
      hint?: string;
      inner: boolean;
      /** `...author(name)`: its columns stand among those of the parent. */
      spread: boolean;
      items: SelectItem[];
    };

export type CompareOperator = keyof typeof compareOperators;

export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

export type SearchOperator = keyof typeof searchOperators;

export type Condition = { negated: boolean } & (
  | { kind: "compare"; operator: CompareOperator; quantifier?: "any" | "all"; value: string }
  | { kind: "in"; values: string[] }
  | { kind: "is"; value: IsValue }
  | { kind: "distinct"; value: string }
  | { kind: "search"; operator: SearchOperator; language?: string; value: string }
);

export type Filter = { kind: "filter"; field: Field; condition: Condition };

export type Logic =
  | Filter
  | { kind: "group"; negated: boolean; operator: "and" | "or"; terms: Logic[] };

export type OrderTerm = {
  /** Set for `order=author(name)`: the embedded thing whose field orders its parents. */
  relation?: string;
  field: Field;
  direction: "asc" | "desc";
  nulls?: "first" | "last";
};

export type Range = { offset: number; limit: number | null };

/**
 * Something said about an embedded resource: `path` names the embeds that lead to it, empty for the
 * table itself.
 */
export type At<T> = { path: string[]; value: T };

export type Query = {
  select: SelectItem[];
  logic: At<Logic>[];
  order: At<OrderTerm[]>[];
  ranges: At<Range>[];
  columns: string[] | null;
  onConflict: string[] | null;
  /** Parameters without an operator: the arguments of a function called by GET. */
  args: Map<string, string>;
};

/** Comparison operators and their SQL. */
export const compareOperators = {
  eq: "=",
  neq: "<>",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;

/** Text search operators and the function that reads their value. */
export const searchOperators = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;
