/**
 * Whether PostgreSQL can keep the text, and give back the same: it has no NUL and no half of a
 * surrogate pair.
 */
export function isKeptText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/**
 * Whoever goes through a value by recursion runs out of stack some thousand levels down; nobody
 * means more than these.
 */
const deepest = 20;

/** Whether jsonb can keep a JSON value: all its text, and no deeper than anybody means it. */
export function isKeptJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isKeptText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(
    ([key, inner]) => isKeptText(key) && isKeptJson(inner, depth + 1),
  );
}
