/** 'ext. 12', '(extensión 12)', 'x12', '#12', 'int. 12', 'anexo 12', ';ext=12' at the end. */
const extensionAtEnd =
  /^(.*\d.*?)(?:;ext=|[\s,;.([\p{Pd}]*(?:ext(?:n|ensi[oó]n)?|anexo|int(?:erno)?|ramal|poste|durchwahl|x|#)[\s.:#nº°]*)(\d{1,7})[\s)\]]*$/iu;

/** The expressions that read a phone look at each character many times. */
export const LONGEST_PHONE = 200;

/** A typed phone without its extension, and the extension if there is one. */
export function splitExtension(typed: string): { number: string; extension?: string } {
  if (typed.length > LONGEST_PHONE) return { number: typed };
  const [, number, extension] = extensionAtEnd.exec(typed) ?? [];
  return number && extension ? { number, extension } : { number: typed };
}

/** Six digits or more without a word between them; what follows is no part of the number. */
const firstNumber = /\+?\d(?:[\s().·\p{Pd}]*\d){5,}/u;

/** Where a lead's phone is called (RFC 3966), with its extension; null for one without digits. */
export function callAddress(phone: string): string | null {
  const { number, extension } = splitExtension(phone);
  const [first = number] = firstNumber.exec(number) ?? [];
  const dialled = first.replaceAll(/[^\d+]/g, "");
  if (!/\d/.test(dialled)) return null;
  return `tel:${dialled}${extension ? `;ext=${extension}` : ""}`;
}
