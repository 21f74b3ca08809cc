/**
 * A mailto URL with one recipient (RFC 6068). The address cannot add another recipient, a subject
 * or a body.
 */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
