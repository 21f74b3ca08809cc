const KEY_STEP = 1.5;

/** Which photo a key asks for; null for other keys. */
export function photoOfKey(key: string, shown: number, count: number): number | null {
  if (key === "ArrowLeft") return shown - 1;
  if (key === "ArrowRight") return shown + 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Which enlargement a key asks for; null for other keys. */
export function scaleOfKey(key: string, scale: number): number | null {
  if (key === "+" || key === "=") return scale * KEY_STEP;
  if (key === "-") return Math.max(1, scale / KEY_STEP);
  return key === "0" ? 1 : null;
}
