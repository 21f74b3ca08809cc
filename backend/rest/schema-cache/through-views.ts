import type { ColumnPair, ForeignKey, ViewColumn } from "./schema-cache.ts";

/**
 * The foreign keys, and those that views pass on: a view that shows all columns of one end of a
 * foreign key can stand for that table (PostgREST, addViewM2OAndO2ORels). Names of constraints
 * stay, so a view is embedded by its own name.
 */
export function throughViews(foreignKeys: ForeignKey[], viewColumns: ViewColumn[]): ForeignKey[] {
  const views = Map.groupBy(viewColumns, ({ table }) => table);
  return foreignKeys.flatMap((key) => {
    const { from, to, columns } = key;
    const own = columns.map(([column]) => column);
    const other = columns.map(([, column]) => column);
    const froms = [{ name: from, columns: own }, ...standIns(views.get(from), own)];
    const tos = [{ name: to, columns: other }, ...standIns(views.get(to), other)];
    return froms.flatMap((here) =>
      tos.map((there) => ({
        ...key,
        from: here.name,
        to: there.name,
        columns: here.columns.map(
          (column, index): ColumnPair => [column, there.columns[index] ?? ""],
        ),
      })),
    );
  });
}

/** The views that show all these columns of their table, and what they call them. */
function standIns(viewColumns: ViewColumn[] = [], wanted: string[]) {
  const byView = Map.groupBy(viewColumns, ({ view }) => view);
  return [...byView].flatMap(([name, shown]) => {
    const columns = wanted.flatMap(
      (column) => shown.find(({ tableColumn }) => tableColumn === column)?.column ?? [],
    );
    return columns.length === wanted.length ? [{ name, columns }] : [];
  });
}
