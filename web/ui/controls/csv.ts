/**
 * Rows as a file for a spreadsheet (RFC 4180), separated as the reader's Excel expects. What
 * somebody typed never becomes a formula.
 */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): Blob {
  return new Blob([toCsv(rows, separatorFor(navigator.language))], {
    type: "text/csv;charset=utf-8",
  });
}

/** So that Excel reads accents. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The text of such a file. */
export function toCsv(
  rows: readonly (readonly (string | number | null)[])[],
  separator: "," | ";",
): string {
  const text = (cell: string | number | null) =>
    typeof cell === "string" ? quoted(safeCell(cell), separator) : String(cell ?? "");
  const lines = rows.map((row) => row.map(text).join(separator));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

/** The separator for a reader's language tag: a semicolon where decimals have a comma. */
export function separatorFor(language: string): "," | ";" {
  // A browser may name its system's locale, "en-US@posix", which is no tag.
  const [tag] = language.split("@");
  return new Intl.NumberFormat(tag).format(0.5).includes(",") ? ";" : ",";
}

const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A spreadsheet computes what begins like this; an apostrophe before it makes it a text. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** What was typed into a cell that may have got that apostrophe. */
export function typedCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
