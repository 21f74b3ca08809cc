import { LRUCache } from "lru-cache";

/**
 * Which statements are worth a named prepared statement, and its name. PostgreSQL keeps one for as
 * long as the connection lives, with a plan that grows with the text, and callers decide how many
 * different ones there are and how long: so only a short text that keeps coming back gets one, and
 * only so many do.
 */
export type PreparedTexts = {
  /** A name that no other text ever has, or none. */
  nameOf(text: string): string | undefined;
};

const mostPrepared = 100;
const mostRemembered = 1_000;
const usesBefore = 3;

/** Twice what the longest of our own pages has. 200 of 15 kB took 1.2 GB of PostgreSQL's memory. */
const longestText = 2_500;

/** How long a connection lives. Then others may have the places of those that nobody asks for. */
const forgetAfterMs = 30 * 60 * 1000;

let names = 0;

export function createPreparedTexts(): PreparedTexts {
  const prepared = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: mostRemembered });
  let since = performance.now();
  const forgetInTime = (): void => {
    if (performance.now() - since < forgetAfterMs) return;
    prepared.clear();
    since = performance.now();
  };
  return {
    nameOf(text) {
      if (text.length > longestText) return undefined;
      forgetInTime();
      const known = prepared.get(text);
      if (known !== undefined || prepared.size >= mostPrepared) return known;
      const count = (uses.get(text) ?? 0) + 1;
      uses.set(text, count);
      if (count < usesBefore) return undefined;
      names += 1;
      const name = `s${names}`;
      prepared.set(text, name);
      return name;
    },
  };
}
