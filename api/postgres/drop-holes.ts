/** What a statement of postgres.js is settled with: its rows, or for several statements in one text the rows of each. */
type Settle = (result: unknown) => void;

/**
 * postgres.js 3.4.9 counts the rows of an answer from zero again only when one has come to its end. After rows that an error or the end of the connection followed, the
 * next answer over that connection begins with as many holes, and its first row would be missing. So each statement, of which `statement` is the prototype,
 * is settled with its rows alone.
 */
export function dropHoles(statement: object): void {
  Object.defineProperty(statement, "resolve", {
    configurable: true,
    set(this: object, settle: Settle) {
      const value: Settle = (result) => settle(withoutHoles(result));
      Object.defineProperty(this, "resolve", { value, writable: true });
    },
  });
}

/** The same array: postgres.js keeps count and columns on it. Of several answers only the first can have holes, and a row is no array with any. */
function withoutHoles(result: unknown): unknown {
  if (!Array.isArray(result)) return result;
  const holes = result.findIndex((_, index) => index in result);
  if (holes > 0) result.splice(0, holes);
  withoutHoles(result[0]);
  return result;
}
