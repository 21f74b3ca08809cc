/**
 * Rows as a CSV file (RFC 4180) with the separator that the reader's Excel expects. Typed text
 * never becomes a formula.
 */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): Blob {
  return new Blob([toCsv(rows, separatorFor(navigator.language))], {
    type: "text/csv;charset=utf-8",
  });
}

/** Makes Excel read it as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export function toCsv(
  rows: readonly (readonly (string | number | null)[])[],
  separator: "," | ";",
): string {
  const text = (cell: string | number | null) =>
    typeof cell === "string" ? quoted(escapeCell(cell), separator) : String(cell ?? "");
  const lines = rows.map((row) => row.map(text).join(separator));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

/** The separator for a locale: a semicolon where decimals use a comma. */
export function separatorFor(language: string): "," | ";" {
  // A browser may append the system's locale, as in "en-US@posix", which is not a valid tag.
  const [tag] = language.split("@");
  return new Intl.NumberFormat(tag).format(0.5).includes(",") ? ";" : ",";
}

const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Escapes text that a spreadsheet would run as a formula, with a leading apostrophe. */
export function escapeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The original text of an escaped cell. */
export function unescapeCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
