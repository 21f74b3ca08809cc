import { groupDigits } from "#web/ui/controls/group-digits.ts";

/** An amount as a box shows it, to be typed over. */
export function moneyText(amount: number | null): string {
  return amount === null ? "" : groupDigits(amount, Number.isInteger(amount) ? 0 : 2);
}
