const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const format = new Intl.RelativeTimeFormat("es", { numeric: "auto" });

/** How long ago something was, in Spanish: "hace 3 horas", "ayer", "ahora". */
export function timeSince(then: Date, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - then.getTime());
  for (const [unit, length] of units) {
    if (elapsed >= length) return format.format(-Math.floor(elapsed / length), unit);
  }
  return format.format(0, "second");
}
