import { type Currency, moneyShape } from "#contract/units.ts";
import { groupDigits } from "#web/ui/controls/group-digits.ts";

/** An amount as a box shows it, to be typed over: with points between thousands where those are. */
export function moneyText(amount: number | null, currency: Currency): string {
  if (amount === null) return "";
  const text = groupDigits(amount, Number.isInteger(amount) ? 0 : 2);
  if (moneyShape(currency).group !== ".") return text;
  return text.replaceAll(/[,.]/g, (sign) => (sign === "," ? "." : ","));
}
