import { z } from "zod";

/**
 * The currencies of the countries that dealerships sell in: where amounts are written as there, the
 * signs that a price may carry, and about how many of it make a dollar, for the steps of filters
 * and calculator.
 */
const currencies = {
  USD: { locale: "es-US", signs: ["$", "US$", "U$S"], scale: 1 },
  MXN: { locale: "es-MX", signs: ["$", "MX$"], scale: 20 },
  EUR: { locale: "es-ES", signs: ["€"], scale: 1 },
  ARS: { locale: "es-AR", signs: ["$", "AR$"], scale: 1000 },
  BOB: { locale: "es-BO", signs: ["BS"], scale: 10 },
  BRL: { locale: "pt-BR", signs: ["R$"], scale: 5 },
  CLP: { locale: "es-CL", signs: ["$", "CL$"], scale: 1000 },
  COP: { locale: "es-CO", signs: ["$", "CO$", "COL$"], scale: 5000 },
  CRC: { locale: "es-CR", signs: ["₡"], scale: 500 },
  DOP: { locale: "es-DO", signs: ["$", "RD$"], scale: 50 },
  GTQ: { locale: "es-GT", signs: ["Q"], scale: 10 },
  HNL: { locale: "es-HN", signs: ["L"], scale: 25 },
  NIO: { locale: "es-NI", signs: ["C$"], scale: 50 },
  PAB: { locale: "es-PA", signs: ["$", "US$", "B/"], scale: 1 },
  PEN: { locale: "es-PE", signs: ["S/"], scale: 5 },
  PYG: { locale: "es-PY", signs: ["₲", "GS"], scale: 5000 },
  UYU: { locale: "es-UY", signs: ["$", "$U"], scale: 50 },
  VES: { locale: "es-VE", signs: ["BS", "BSS", "BSD"], scale: 200 },
} as const;

// What Object.keys gives is a string to TypeScript.
const codes = Object.keys(currencies) as (keyof typeof currencies)[];

/** ISO 4217, as config.profile.currency has it (check profiles_config_units). */
export const Currency = z.enum(codes);
export type Currency = z.infer<typeof Currency>;

/** What a distance is counted in, as config.profile.distance has it. */
export const DistanceUnit = z.enum(["mi", "km"]);
export type DistanceUnit = z.infer<typeof DistanceUnit>;

/** What a dealership's prices and distances are in. */
export type Units = { currency: Currency; distance: DistanceUnit };

/** Those of a dealership that chose nothing (product section 9). */
export const standardUnits: Units = { currency: "USD", distance: "mi" };

const Chosen = z.object({
  currency: Currency.catch(standardUnits.currency),
  distance: DistanceUnit.catch(standardUnits.distance),
});

/** Those that a dealership's config.profile chooses, whatever is stored there. */
export function unitsOf(profile: unknown): Units {
  return Chosen.catch(standardUnits).parse(profile);
}

/** An amount as it is written where that currency is used: "$15,000", "RD$850,000.50". */
export function formatMoney(amount: number, currency: Currency): string {
  return unbroken(moneyFormat(currency).format(amount));
}

/** The same in few characters, for the scale of a chart: "$1.2M", "$45k". */
export function shortMoney(amount: number, currency: Currency): string {
  const [divisor, letter] =
    Math.abs(amount) >= 1e6 ? [1e6, "M"] : Math.abs(amount) >= 1000 ? [1000, "k"] : [1, ""];
  const parts = moneyFormat(currency, 1).formatToParts(amount / divisor);
  const last = parts.findLastIndex(({ type }) => type === "integer" || type === "fraction");
  return unbroken(parts.map(({ value }, at) => (at === last ? value + letter : value)).join(""));
}

/** How an amount of it is put together, for pages that reckon without Intl. */
export type MoneyShape = { before: string; after: string; group: string; decimal: string };

export function moneyShape(currency: Currency): MoneyShape {
  const parts = moneyFormat(currency, 2, 2).formatToParts(1234.5);
  const first = parts.findIndex(({ type }) => type === "integer");
  const last = parts.findLastIndex(({ type }) => type === "integer" || type === "fraction");
  const text = (from: number, to: number) =>
    unbroken(
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join(""),
    );
  const value = (wanted: string) =>
    unbroken(parts.find(({ type }) => type === wanted)?.value ?? "");
  return {
    before: text(0, first),
    after: text(last + 1, parts.length),
    group: value("group"),
    decimal: value("decimal"),
  };
}

/** The sign of a currency, for labels: "$", "RD$", "€". */
export function currencySign(currency: Currency): string {
  const parts = moneyFormat(currency).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** A distance as people read it: "12,345 mi"; a dash when nobody wrote it (product section 9). */
export function formatDistance(distance: number | null, units: Units): string {
  if (distance === null) return "—";
  const unit = units.distance === "mi" ? "mile" : "kilometer";
  const { locale } = currencies[units.currency];
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, useGrouping: "always" });
  return format.format(distance).replaceAll(/[\u00a0\u202f]/g, " ");
}

/** What a vehicle's distance is called in that unit. */
export function distanceLabel({ distance }: Units): string {
  return distance === "mi" ? "Millaje" : "Kilometraje";
}

/** About how many of it make a dollar: what steps of filters and calculator are multiplied by. */
export function currencyScale(currency: Currency): number {
  return currencies[currency].scale;
}

/** A currency's name with its code: "Peso mexicano (MXN)". */
export function currencyName(currency: Currency): string {
  const name = new Intl.DisplayNames("es", { type: "currency" }).of(currency) ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${currency})`;
}

/** Whether a sign or a code that stands at a price says that currency. */
export function isSignOf(sign: string, currency: Currency): boolean {
  const named = sign.toUpperCase().replaceAll(".", "");
  return named === currency || currencies[currency].signs.some((own) => own === named);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Whole amounts have no decimals. Kept: making one costs as much as using it a hundred times. */
function moneyFormat(currency: Currency, most?: number, least?: number): Intl.NumberFormat {
  const key = `${currency} ${most} ${least}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const format = new Intl.NumberFormat(currencies[currency].locale, {
    style: "currency",
    currency,
    useGrouping: "always",
    ...(least === undefined && { trailingZeroDisplay: "stripIfInteger" }),
    ...(most !== undefined && { minimumFractionDigits: least ?? 0, maximumFractionDigits: most }),
  });
  formats.set(key, format);
  return format;
}

/** Versions of Intl differ in the kind of space that they put in. No line ends inside an amount. */
function unbroken(text: string): string {
  return text.replaceAll(/[ \u202f]/g, "\u00a0");
}
