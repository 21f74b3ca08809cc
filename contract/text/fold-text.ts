import { cleanLine } from "./clean-line.ts";

/**
 * As the database folds what is searched (private.fold): lower case, without accents, single
 * spaces.
 */
export function foldText(text: string): string {
  return cleanLine(text)
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim();
}
