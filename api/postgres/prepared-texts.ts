/**
 * Which statements are worth a named prepared statement. postgres.js and PostgreSQL keep one for as long as the connection lives, with a plan that grows with the
 * text, and callers decide how many different ones there are and how long: so only a short text that keeps coming back gets one, and only so many do.
 */
export type PreparedTexts = { isWorthPreparing(text: string): boolean };

const mostPrepared = 100;
const mostRemembered = 1_000;
const usesBefore = 3;

/** Twice what the longest statement of our own pages has. Of 15 kB each, 200 took 1.2 GB of PostgreSQL's memory. */
const longestText = 2_500;

/** How long a connection keeps its statements (lanes.ts). Then others may have the places of those that nobody asks for any more. */
const forgetAfterMs = 30 * 60 * 1000;

export function createPreparedTexts(): PreparedTexts {
  const prepared = new Set<string>();
  const uses = new Map<string, number>();
  let since = performance.now();
  const forgetInTime = (): void => {
    if (performance.now() - since < forgetAfterMs) return;
    prepared.clear();
    since = performance.now();
  };
  return {
    isWorthPreparing(text) {
      if (text.length > longestText) return false;
      forgetInTime();
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
