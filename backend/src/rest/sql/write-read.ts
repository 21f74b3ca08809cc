import { quoteName } from "./source.ts";
import { type Embed, repeatsColumn, type Selection } from "./write-select.ts";

/** A selection's rows, embeds as JSON columns (readPlanToQuery). `tie` holds one to its parent. */
export function writeRead(selection: Selection, tie?: Tie): string {
  const shown = selection.embeds.filter(({ isShown }) => isShown);
  const columns = shown.flatMap((embed) => (embed.isSpread ? spreadColumns(embed) : asJson(embed)));
  const spreads = shown.filter(({ isSpread }) => isSpread).map(writeSpread);
  const from = writeFrom(selection, tie, spreads.join(""));
  const order = selection.order.length > 0 ? ` order by ${selection.order.join(", ")}` : "";
  return `select ${[...selection.columns, ...columns].join(", ")}${from}${order}${selection.range}`;
}

/** What an embedded selection adds to its `from` and `where`. */
type Tie = Pick<Embed, "junction" | "conditions">;

/** Where the rows of a selection come from, and which they are. */
export function writeFrom(
  { source, alias, where, embeds }: Selection,
  { junction, conditions }: Tie = { junction: "", conditions: [] },
  spreads = "",
): string {
  const inner = embeds.filter(({ isInner }) => isInner).map(writeExists);
  const all = [...conditions, ...where, ...inner].join(" and ");
  return ` from ${junction}${source.from} as ${alias}${spreads}${all && ` where ${all}`}`;
}

/** Whether anything is embedded. */
export function writeExists(embed: Embed): string {
  return `exists (select 1${writeFrom(embed.selection, embed)})`;
}

/** Foreign keys lead to one row; a view may show it twice, and a function promises nothing. */
export function writeCut({ isCut }: Embed): string {
  return isCut ? " limit 1" : "";
}

/** The keys that a row of a selection has, spread ones included. */
export function keysOf({ names, embeds }: Selection): string[] {
  const shown = embeds.filter(({ isShown }) => isShown);
  const ofEmbeds = shown.flatMap(({ isSpread, selection, name }) =>
    isSpread ? keysOf(selection) : name,
  );
  return [...names, ...ofEmbeds];
}

function asJson(embed: Embed): string {
  const { selection, name, isToOne } = embed;
  const rows = writeRead(selection, embed);
  const json = isToOne
    ? `(select row_to_json(r.*) from (${rows}) as r${writeCut(embed)})`
    : `coalesce((${writeList(selection, rows)}), '[]')`;
  return `${json} as ${quoteName(name)}`;
}

function writeList(selection: Selection, rows: string): string {
  if (!mayBeLarge(selection)) return `select json_agg(r.*) from (${rows}) as r`;
  const bounded = writeBounded(rows, { value: "row_to_json(r.*)", type: "json" });
  return `select json_agg(r.one) from ${bounded} as r`;
}

/** A spread embed beside its parent's row; columns go by position, as names may come twice. */
function writeSpread(embed: Embed): string {
  const { selection, isToOne } = embed;
  const rows = writeRead(selection, embed);
  const places = keysOf(selection).map((_, place) => `c${place}`);
  const named = `(${places.join(", ")})`;
  const lists = places.map((place) => `coalesce(json_agg(r.${place}), '[]')`).join(", ");
  const source = isToOne
    ? `select * from (${rows}) as r${writeCut(embed)}`
    : `select ${lists} from (${rows}) as r ${named}`;
  return ` left join lateral (${source}) as ${selection.alias}s ${named} on true`;
}

function spreadColumns({ selection }: Embed): string[] {
  return keysOf(selection).map(
    (name, place) => `${selection.alias}s.c${place} as ${quoteName(name)}`,
  );
}

/** What one answer may be: a list of 50,000 rows with an embedded one each is about half of it. */
export const mostBytes = 64 * 1024 * 1024;

/**
 * The rows (SQL that gives them), each as one `value` in the column `one`. The statement is refused
 * (`PT413`) at the row with which they are too large, so that nobody has to hold more. `offset 0`
 * has PostgreSQL make each value once.
 */
export function writeBounded(
  rows: string,
  { value, type }: { value: string; type: "json" | "text" },
): string {
  return (
    `(select case when sum(pg_column_size(s.one)) over (rows unbounded preceding) > ${mostBytes} then private.refuse_large_answer()::${type} else s.one end as one` +
    ` from (select ${value} as one from (${rows}) as r offset 0) as s)`
  );
}

/** So many rows, each with so few others, are at most some megabytes. */
const few = { rows: 100, embeds: 5 };

/**
 * Whether rows can be too large together: there are many, a column comes twice, or each carries rows
 * of elsewhere. A hundred names for one description, or the books of each book's author, make
 * gigabytes of a small table.
 */
export function mayBeLarge(selection: Selection): boolean {
  if (repeatsColumn(selection)) return true;
  if (selection.limit === null || selection.limit > few.rows) return true;
  return selection.embeds.some(({ isShown }) => isShown) && countOnes(selection) > few.embeds;
}

/** How many rows each row carries, at any depth; infinitely many where it is not one of each. */
function countOnes({ embeds }: Selection): number {
  const counts = embeds.map(({ isToOne, selection }) =>
    isToOne && !repeatsColumn(selection) ? 1 + countOnes(selection) : Infinity,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
