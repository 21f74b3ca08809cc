/** The day so many days from now where the person is, as it is stored: "2026-11-24". */
export function dayAfter(days: number, now = new Date()): string {
  const then = new Date(now);
  then.setDate(then.getDate() + days);
  return then.toLocaleDateString("sv");
}
