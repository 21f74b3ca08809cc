/**
 * A random UUID (version 4) for what is sent to be stored, made once so that a repetition is known
 * as one. Browsers give their own only to pages on https.
 */
export function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = getRandomBytes();
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Apart, for the type of crypto has no browser without randomUUID. */
function getRandomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
