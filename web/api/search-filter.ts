import { foldText } from "#contract/text/fold-text.ts";

/** More words than these narrow nothing any more. */
const mostWords = 8;

/**
 * Where to search: `text` is a column of folded text, `phones` are compared by their digits alone.
 */
type SearchColumns = { text: string; phones?: string[] };

/**
 * What was typed into a search box as filters for supabase-js's `or`, one per word: each word must
 * occur in the text, or its digits in one of the phones. Nothing typed gives none.
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

/** The same for functions of the database: patterns of `like`, each of which must occur. */
export function searchPatterns(typed: string): string[] {
  return wordsOf(typed).map(patternOf);
}

function wordsOf(typed: string): string[] {
  return foldText(typed).split(" ").filter(Boolean).slice(0, mostWords);
}

/**
 * A word without signs of PostgREST or PostgreSQL, which stand for any one character. Of letters
 * that unaccent spells with others, as 'ß', any number is found.
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
