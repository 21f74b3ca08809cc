/**
 * Which statements are worth a named prepared statement. postgres.js and PostgreSQL keep one for as long as the connection lives, and callers
 * decide how many different ones there are: so only a text that keeps coming back gets one, and only so many do.
 */
export type PreparedTexts = { isWorthPreparing(text: string): boolean };

const mostPrepared = 200;
const mostRemembered = 1_000;
const usesBefore = 3;

export function createPreparedTexts(): PreparedTexts {
  const prepared = new Set<string>();
  const uses = new Map<string, number>();
  return {
    isWorthPreparing(text) {
      if (prepared.has(text)) return true;
      if (prepared.size >= mostPrepared) return false;
      const count = (uses.get(text) ?? 0) + 1;
      uses.delete(text);
      if (count < usesBefore) {
        uses.set(text, count);
        forgetOldest(uses);
        return false;
      }
      prepared.add(text);
      return true;
    },
  };
}

function forgetOldest(uses: Map<string, number>): void {
  if (uses.size <= mostRemembered) return;
  const [oldest] = uses.keys();
  if (oldest !== undefined) uses.delete(oldest);
}
