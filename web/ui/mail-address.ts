/**
 * The mailto address of one recipient (RFC 6068): what somebody typed adds no other recipient,
 * subject or body.
 */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
