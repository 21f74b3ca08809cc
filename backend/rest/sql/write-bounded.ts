/** A list of 50,000 rows with an embedded one each is about half of it. */
const mostBytes = 64 * 1024 * 1024;

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
