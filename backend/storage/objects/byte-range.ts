/** Which bytes are asked for, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Reads a Range header for one range (RFC 9110, section 14). Null means the whole file: there is no
 * such header, it is malformed, or it asks for several ranges, which a server may ignore.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") return clamp(Math.max(size - Number(last), 0), size - 1, size);
  const end = last === "" ? size - 1 : Number(last);
  return end < Number(first) && last !== "" ? null : clamp(Number(first), end, size);
}

function clamp(start: number, end: number, size: number): ByteRange | "unsatisfiable" {
  if (start >= size) return "unsatisfiable";
  return { start, end: Math.min(end, size - 1) };
}
