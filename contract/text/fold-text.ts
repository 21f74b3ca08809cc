import { cleanLine } from "./clean-line.ts";

/**
 * Folds text for searching, the way the database does (private.fold): lower case, no accents,
 * single spaces.
 */
export function foldText(text: string): string {
  return cleanLine(text)
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim();
}
