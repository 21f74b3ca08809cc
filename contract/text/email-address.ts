import { cleanLine } from "./clean-line.ts";
import { readUrl } from "./read-url.ts";

/**
 * An e-mail address as it is sent to and kept: nothing invisible, and its domain in ASCII
 * (`user@münchen.de` is `user@xn--mnchen-3ya.de`).
 */
export function asciiEmail(typed: string): string {
  const text = cleanLine(typed);
  const [, name, domain] = /^(.*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? [];
  if (name === undefined || domain === undefined || /^\p{ASCII}*$/u.test(domain)) return text;
  const host = readUrl(`http://${domain}`)?.hostname;
  return host === undefined ? text : name + host;
}
