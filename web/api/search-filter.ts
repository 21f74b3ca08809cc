import { foldText } from "#contract/text/fold-text.ts";

/** Further words are ignored: they narrow nothing down any more. */
const maxWords = 8;

/** Where to search: `text` is a column of folded text; `phones` are compared by their digits. */
type SearchColumns = { text: string; phones?: string[] };

/**
 * Filters for supabase-js's `or`, one per word of a search: each word must occur in the text, or
 * its digits in one of the phones.
 */
export function searchFilters(typed: string, { text, phones = [] }: SearchColumns): string[] {
  return wordsOf(typed).map((word) => {
    const digits = digitsOf(word);
    return [
      `${text}.like."${patternOf(word)}"`,
      ...(digits ? phones.map((column) => `${column}.like.*${digits}*`) : []),
    ].join(",");
  });
}

/** The `like` patterns of a search, for database functions; all of them must match. */
export function searchPatterns(typed: string): string[] {
  return wordsOf(typed).map(patternOf);
}

function wordsOf(typed: string): string[] {
  return foldText(typed).split(" ").filter(Boolean).slice(0, maxWords);
}

/**
 * Replaces characters with a meaning in PostgREST or PostgreSQL by a wildcard for one character,
 * and letters that unaccent folds into several, such as 'ß', by a wildcard for any number.
 */
function patternOf(word: string): string {
  const searched = word
    .slice(0, 80)
    .replaceAll(/[^\p{L}\p{N}@.+-]/gu, "_")
    .replaceAll(/(?![a-z])\p{Script=Latin}/gu, "%");
  return `%${searched}%`;
}

function digitsOf(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replaceAll(/\D/g, "") : "";
}
