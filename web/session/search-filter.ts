/** Letters that people type and store with and without accents. */
const variants: Record<string, string> = {
  a: "aáàäâãåAÁÀÄÂÃÅ",
  c: "cçCÇ",
  e: "eéèëêEÉÈËÊ",
  i: "iíìïîIÍÌÏÎ",
  n: "nñNÑ",
  o: "oóòöôõOÓÒÖÔÕ",
  s: "sšSŠ",
  u: "uúùüûUÚÙÜÛ",
  y: "yýÿYÝ",
  z: "zžZŽ",
};

/** Where to search: `texts` are compared blind to case and accents, `phones` by their digits alone. */
export type SearchColumns = { texts: string[]; phones?: string[] };

/**
 * What was typed into a search box as filters for supabase-js's `or`, one per word: each word must occur in some column
 * (PostgREST "imatch" and "like"). Nothing typed gives none.
 */
export function searchFilters(typed: string, { texts, phones = [] }: SearchColumns): string[] {
  return typed
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => {
      const pattern = patternOf(word);
      const digits = digitsOf(word);
      return [
        ...texts.map((column) => `${column}.imatch."${pattern}"`),
        ...(digits ? phones.map((column) => `${column}.like.*${digits}*`) : []),
      ].join(",");
    });
}

/** A regular expression for one word. What is neither letter, digit nor usual in addresses stands for any one character. */
function patternOf(word: string): string {
  const letters = word
    .slice(0, 80)
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
  return [...letters]
    .map((letter) => {
      const spellings = variants[letter];
      if (spellings) return `[${spellings}]`;
      if (/[\p{L}\p{N}@_-]/u.test(letter)) return letter;
      return /[.+]/.test(letter) ? `[${letter}]` : ".";
    })
    .join("");
}

function digitsOf(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replaceAll(/\D/g, "") : "";
}
