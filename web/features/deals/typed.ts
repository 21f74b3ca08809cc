import { groupDigits } from "#web/ui/controls/group-digits.ts";

/** A day from now on this device's clock, as YYYY-MM-DD; 0 is today. */
export function today(ahead = 0, now: Date = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${day.getFullYear()}-${month}-${date}`;
}

/** An amount as a box shows it, to be typed over. */
export function moneyText(amount: number | null): string {
  return amount === null ? "" : groupDigits(amount, Number.isInteger(amount) ? 0 : 2);
}
