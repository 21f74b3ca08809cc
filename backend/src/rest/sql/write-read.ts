import { quoteName } from "./source.ts";
import { type Embed, repeatsColumn, type Selection } from "./write-select.ts";

/**
 * Writes the select of a selection, with embeds as JSON columns (readPlanToQuery). `tie` joins it
 * to its parent.
 */
export function writeRead(selection: Selection, tie?: Tie): string {
  const shown = selection.embeds.filter(({ isShown }) => isShown);
  const columns = shown.flatMap((embed) => (embed.isSpread ? spreadColumns(embed) : asJson(embed)));
  const spreads = shown.filter(({ isSpread }) => isSpread).map(writeSpread);
  const from = writeFrom(selection, tie, spreads.join(""));
  const order = selection.order.length > 0 ? ` order by ${selection.order.join(", ")}` : "";
  return `select ${[...selection.columns, ...columns].join(", ")}${from}${order}${selection.range}`;
}

/** What an embed adds to its `from` and `where`. */
type Tie = Pick<Embed, "junction" | "conditions">;

/** Writes the `from` and `where` of a selection. */
export function writeFrom(
  { source, alias, where, embeds }: Selection,
  { junction, conditions }: Tie = { junction: "", conditions: [] },
  spreads = "",
): string {
  const inner = embeds.filter(({ isInner }) => isInner).map(writeExists);
  const all = [...conditions, ...where, ...inner].join(" and ");
  return ` from ${junction}${source.from} as ${alias}${spreads}${all && ` where ${all}`}`;
}

/** SQL that tests whether an embed has rows. */
export function writeExists(embed: Embed): string {
  return `exists (select 1${writeFrom(embed.selection, embed)})`;
}

/** A foreign key finds one row, but a view may repeat it, and a function may return several. */
export function writeCut({ isCut }: Embed): string {
  return isCut ? " limit 1" : "";
}

/** The JSON keys of a selection's rows, including those of spread embeds. */
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

/** Joins a spread embed to its parent row. Columns are matched by position, as names may repeat. */
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

/**
 * The maximum size of a response. A list of 50,000 rows with one embed each takes about half of it.
 */
export const maxResponseBytes = 64 * 1024 * 1024;

/**
 * Turns rows into one `value` each, in the column `one`. Raises `PT413` at the row that exceeds the
 * maximum, so that the full result is never held in memory. `offset 0` makes PostgreSQL evaluate
 * each value once.
 */
export function writeBounded(
  rows: string,
  { value, type }: { value: string; type: "json" | "text" },
): string {
  return (
    `(select case when sum(pg_column_size(s.one)) over (rows unbounded preceding) > ${maxResponseBytes} then private.refuse_large_answer()::${type} else s.one end as one` +
    ` from (select ${value} as one from (${rows}) as r offset 0) as s)`
  );
}

/** Up to this many rows with this many embeds take at most a few megabytes. */
const few = { rows: 100, embeds: 5 };

/**
 * Whether the rows can be too large in total: many rows, a repeated column, or many embeds per row.
 * Repeating a long description a hundred times, or embedding the books of each book's author, makes
 * gigabytes of a small table.
 */
export function mayBeLarge(selection: Selection): boolean {
  if (repeatsColumn(selection)) return true;
  if (selection.limit === null || selection.limit > few.rows) return true;
  return selection.embeds.some(({ isShown }) => isShown) && countOnes(selection) > few.embeds;
}

/**
 * How many to-one embeds each row has, at any depth; infinite if one is a list or repeats a column.
 */
function countOnes({ embeds }: Selection): number {
  const counts = embeds.map(({ isToOne, selection }) =>
    isToOne && !repeatsColumn(selection) ? 1 + countOnes(selection) : Infinity,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
