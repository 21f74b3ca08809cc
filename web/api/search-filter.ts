import { foldText } from "#contract/fold-text.ts";

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
  return foldText(typed)
    .split(" ")
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const digits = digitsOf(word);
      return [
        `${text}.like."*${searchedWord(word)}*"`,
        ...(digits ? phones.map((column) => `${column}.like.*${digits}*`) : []),
      ].join(",");
    });
}

/**
 * A word without signs of PostgREST or PostgreSQL, which stand for any one character. Of letters
 * that unaccent spells with others, as 'ß', any number is found.
 */
function searchedWord(word: string): string {
  return word
    .slice(0, 80)
    .replaceAll(/[^\p{L}\p{N}@.+-]/gu, "_")
    .replaceAll(/(?![a-z])\p{Script=Latin}/gu, "*");
}

function digitsOf(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replaceAll(/\D/g, "") : "";
}
