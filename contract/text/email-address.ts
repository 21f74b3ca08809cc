import { cleanLine } from "./clean-line.ts";
import { readUrl } from "./read-url.ts";

/**
 * An e-mail address as it is stored and sent to: without invisible characters, its domain in ASCII
 * (`user@münchen.de` becomes `user@xn--mnchen-3ya.de`).
 */
export function asciiEmail(typed: string): string {
  const text = cleanLine(typed);
  const [, name, domain] = /^(.*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? [];
  if (name === undefined || domain === undefined || /^\p{ASCII}*$/u.test(domain)) return text;
  const host = readUrl(`http://${domain}`)?.hostname;
  return host === undefined ? text : name + host;
}
