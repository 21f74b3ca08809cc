import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/button.tsx";
import { csvFile } from "../controls/csv.ts";
import { downloadFile } from "../controls/download-file.ts";

/** A column of a table that can also be saved as a file. */
export type DataColumn<Row> = {
  head: string;
  /** The value in the file, and in the table unless there is `show`. */
  read: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
  align?: "right";
  /** An amount of money; the file's heading names the currency. */
  isMoney?: true;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
};

/** A wider table does not fit a phone. */
const MAX_PHONE_COLUMNS = 5;

/** Repeated explicitly, since a browser may drop the semantics of a table with display: block. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
};

/**
 * A table whose first column names the row. On phones a row of a wide table becomes a block, words
 * first; roles keep it a table for screen readers.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  const isWide = columns.length > MAX_PHONE_COLUMNS;
  const cellOf = ({ align }: DataColumn<Row>) =>
    classNames(
      isWide
        ? "@min-[45rem]:px-4 @min-[45rem]:py-2.5 @min-[45rem]:first:pl-5 @min-[45rem]:last:pr-5"
        : "px-2 py-2.5 first:pl-4 last:pr-4 sm:px-4 sm:last:pr-5 sm:first:pl-5",
      align && (isWide ? "@min-[45rem]:text-right" : "text-right"),
    );
  return (
    <div className="@container overflow-x-auto">
      <table
        {...roles.table}
        className={classNames("w-full text-left text-sm", isWide && "@max-[45rem]:block")}
      >
        <caption className="sr-only">{caption}</caption>
        <thead
          {...roles.rowgroup}
          className={classNames("border-y bg-muted/60", isWide && "@max-[45rem]:sr-only")}
        >
          <tr {...roles.row}>
            {columns.map((column) => (
              <th
                key={column.head}
                {...roles.columnheader}
                scope="col"
                className={classNames(
                  cellOf(column),
                  "font-medium text-muted-foreground text-xs leading-tight",
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          {...roles.rowgroup}
          className={classNames("divide-y", isWide && "@max-[45rem]:block @max-[45rem]:border-t")}
        >
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              {...roles.row}
              className={
                isWide
                  ? "@max-[45rem]:grid @max-[45rem]:grid-cols-3 @max-[45rem]:gap-x-3 @max-[45rem]:gap-y-2 @max-[45rem]:p-4"
                  : ""
              }
            >
              {columns.map((column, index) => (
                <Cell key={column.head} isFirst={index === 0} className={cellOf(column)}>
                  {isWide && index > 0 && (
                    <span
                      aria-hidden="true"
                      className="block text-muted-foreground text-xs @min-[45rem]:hidden"
                    >
                      {column.head}
                    </span>
                  )}
                  <span>{column.show ? column.show(row) : (column.read(row) ?? "–")}</span>
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell(props: { isFirst: boolean; className: string; children: ReactNode }) {
  const { isFirst, className, children } = props;
  return isFirst ? (
    <th
      scope="row"
      {...roles.rowheader}
      className={classNames("col-span-full text-left font-medium", className)}
    >
      {children}
    </th>
  ) : (
    <td {...roles.cell} className={classNames("numeric wrap-anywhere", className)}>
      {children}
    </td>
  );
}

/** A button that saves a table as a file. */
export function SaveTableButton<Row>(props: {
  /** The file's name, before the day. */
  name: string;
  /** The content, for the button's accessible name. */
  of: string;
  columns: readonly DataColumn<Row>[];
  rows: Row[];
  /** The currency of its amounts. */
  currency: string;
  /** The day in the file's name. */
  today: string;
}) {
  const { of, ...table } = props;
  return <CsvButton of={of} onClick={() => saveTable(table)} />;
}

/** Saves rows as `{name}-{today}.csv`. */
export function saveTable<Row>(table: {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: Row[];
  currency: string;
  today: string;
}): void {
  const { name, columns, rows, currency, today } = table;
  const heads = columns.map(({ head, isMoney }) => (isMoney ? `${head} (${currency})` : head));
  const cells = rows.map((row) => columns.map(({ read }) => read(row)));
  downloadFile(csvFile([heads, ...cells]), `${name}-${today}.csv`);
}

export function CsvButton(props: { of: string; loading?: boolean; onClick: () => void }) {
  const { of, loading = false, onClick } = props;
  return (
    <Button
      variant="outline"
      icon={<Download aria-hidden="true" />}
      loading={loading}
      onClick={onClick}
      className="shrink-0"
    >
      CSV<span className="sr-only">{` de ${of}`}</span>
    </Button>
  );
}
