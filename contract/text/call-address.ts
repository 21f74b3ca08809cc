/** 'ext. 12', '(extensión 12)', 'x12', '#12', 'int. 12', 'anexo 12' or ';ext=12' at the end. */
const extensionAtEnd =
  /^(.*\d.*?)(?:;ext=|[\s,;.([\p{Pd}]*(?:ext(?:n|ensi[oó]n)?|anexo|int(?:erno)?|ramal|poste|durchwahl|x|#)[\s.:#nº°]*)(\d{1,7})[\s)\]]*$/iu;

/** Longer texts are not parsed: the expressions below scan each character many times. */
export const MAX_PHONE_LENGTH = 200;

/** Splits a typed phone into the number and its extension, if there is one. */
export function splitExtension(typed: string): { number: string; extension?: string } {
  if (typed.length > MAX_PHONE_LENGTH) return { number: typed };
  const [, number, extension] = extensionAtEnd.exec(typed) ?? [];
  return number && extension ? { number, extension } : { number: typed };
}

/**
 * Six digits or more without a word between them; anything after that is not part of the number.
 */
const firstNumber = /\+?\d(?:[\s().·\p{Pd}]*\d){5,}/u;

/**
 * The tel: URL (RFC 3966) of a lead's phone, with its extension. Returns null when there are no
 * digits.
 */
export function callAddress(phone: string): string | null {
  const { number, extension } = splitExtension(phone);
  const [first = number] = firstNumber.exec(number) ?? [];
  const dialled = first.replaceAll(/[^\d+]/g, "");
  if (!/\d/.test(dialled)) return null;
  return `tel:${dialled}${extension ? `;ext=${extension}` : ""}`;
}
