/** Quotes a name of the schema cache, or an alias that was checked, as an SQL identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
