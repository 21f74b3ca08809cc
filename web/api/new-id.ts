/**
 * A random UUID (version 4), made once per submission so that a retry is recognized.
 * crypto.randomUUID only exists on https pages.
 */
export function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = getRandomBytes();
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Separate, because TypeScript assumes that crypto always has randomUUID. */
function getRandomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
