import { z } from "zod";
import { foldText } from "./text/fold-text.ts";

/**
 * Currencies of the countries where dealerships sell: how amounts are written, the signs and words
 * that a price can carry, and roughly how many make a dollar, for filter and calculator steps. Not
 * left to Intl: a browser without a country's data groups digits differently, and would show
 * "11.840 mi" where the server rendered "11,840 mi".
 */
const currencies = {
  USD: {
    written: "$1,234.50",
    signs: [
      "$",
      "US$",
      "U$S",
      "$US",
      "US",
      "DOLARES",
      "DOLAR",
      "DOLLARS",
      "DOLLAR",
      "DLLS",
      "DLS",
      "AMERICANOS",
      "AMERICANO",
    ],
    scale: 1,
  },
  MXN: {
    written: "$1,234.50",
    signs: ["$", "MX$", "MN", "PESOS", "PESO", "MEXICANOS", "MEXICANO"],
    scale: 20,
  },
  EUR: { written: "1.234,50 €", signs: ["€", "EUROS", "EURO"], scale: 1 },
  ARS: { written: "$ 1.234,50", signs: ["$", "AR$", "PESOS", "PESO", "ARGENTINOS"], scale: 1000 },
  BOB: { written: "Bs 1.234,50", signs: ["BS", "MN", "BOLIVIANOS"], scale: 10 },
  BRL: { written: "R$ 1.234,50", signs: ["R$", "REAIS"], scale: 5 },
  CLP: { written: "$1.234", signs: ["$", "CL$", "PESOS", "PESO", "CHILENOS"], scale: 1000 },
  COP: {
    written: "$ 1.234",
    signs: ["$", "CO$", "COL$", "PESOS", "PESO", "COLOMBIANOS"],
    scale: 5000,
  },
  CRC: { written: "₡1 234,50", signs: ["₡", "COLONES"], scale: 500 },
  DOP: { written: "RD$1,234.50", signs: ["$", "RD$", "PESOS", "PESO", "DOMINICANOS"], scale: 50 },
  GTQ: { written: "Q 1,234.50", signs: ["Q", "QUETZALES"], scale: 10 },
  HNL: { written: "L 1,234.50", signs: ["L", "LEMPIRAS"], scale: 25 },
  NIO: { written: "C$1,234.50", signs: ["C$", "CORDOBAS"], scale: 50 },
  PAB: { written: "B/. 1,234.50", signs: ["$", "US$", "B/", "BALBOAS"], scale: 1 },
  PEN: { written: "S/ 1,234.50", signs: ["S/", "MN", "SOLES"], scale: 5 },
  PYG: { written: "Gs. 1.234", signs: ["₲", "GS", "GUARANIES"], scale: 5000 },
  UYU: { written: "$ 1.234,50", signs: ["$", "$U", "PESOS", "PESO", "URUGUAYOS"], scale: 50 },
  VES: { written: "Bs.S 1.234,50", signs: ["BS", "BSS", "BSD", "BOLIVARES"], scale: 200 },
} as const;

// Object.keys is typed as string[].
const codes = Object.keys(currencies) as (keyof typeof currencies)[];

/** ISO 4217 codes, as stored in config.profile.currency (check profiles_config_units). */
export const Currency = z.enum(codes);
export type Currency = z.infer<typeof Currency>;

/** Distance units, as stored in config.profile.distance. */
export const DistanceUnit = z.enum(["mi", "km"]);
export type DistanceUnit = z.infer<typeof DistanceUnit>;

/** The units of a dealership's prices, distances and days. */
export type Units = {
  currency: Currency;
  distance: DistanceUnit;
  /** The time zone of its opening hours, if set. */
  zone?: string | undefined;
};

/** The default units (docs/product/prices.md). */
export const defaultUnits: Units = { currency: "USD", distance: "mi" };

const Zone = z.string().min(1).optional().catch(undefined);
const Chosen = z
  .object({
    currency: Currency.catch(defaultUnits.currency),
    distance: DistanceUnit.catch(defaultUnits.distance),
    /** As in a row's columns. */
    zone: Zone,
    hours: z.object({ zone: Zone }).optional().catch(undefined),
  })
  .transform(({ hours, zone = hours?.zone, ...units }) => ({ ...units, ...(zone && { zone }) }));

/** The units in a dealership's config.profile; invalid values fall back to the defaults. */
export function unitsOf(profile: unknown): Units {
  return Chosen.catch(defaultUnits).parse(profile);
}

/** Formats an amount as the currency's country does: "$15,000", "RD$850,000.50". */
export function formatMoney(amount: number, currency: Currency): string {
  const shape = moneyFormat(currency);
  return writeMoney(amount, shape, shape.decimals);
}

/** A short form for a chart's axis: "$1.2M", "$45k". */
export function formatCompactMoney(amount: number, currency: Currency): string {
  const [divisor, letter] =
    Math.abs(amount) >= 1e6 ? [1e6, "M"] : Math.abs(amount) >= 1000 ? [1000, "k"] : [1, ""];
  const shape = moneyFormat(currency);
  return writeMoney(amount / divisor, { ...shape, after: letter + shape.after }, 1);
}

/** An amount as the text of an input box, without the sign, which is in the label. */
export function formatAmountInput(amount: number | null, currency: Currency): string {
  if (amount === null) return "";
  return writeMoney(amount, { ...moneyFormat(currency), before: "", after: "" }, 2);
}

/** How to format an amount, for pages that do not load this file. */
export type MoneyFormat = {
  before: string;
  after: string;
  group: string;
  decimal: string;
  decimals: 0 | 2;
};

/** Uses no-break spaces, so that no line ends inside an amount. */
export function moneyFormat(currency: Currency): MoneyFormat {
  const { written } = currencies[currency];
  const [, before = "", group = "", decimal, after = ""] =
    /^(.*)1(.)234(?:(.)50)?(.*)$/.exec(written.replaceAll(" ", "\u00a0")) ?? [];
  return { before, after, group, decimal: decimal ?? ",", decimals: decimal === undefined ? 0 : 2 };
}

/** A currency's sign for labels: "$", "RD$", "€". */
export function currencySign(currency: Currency): string {
  const { before, after } = moneyFormat(currency);
  return (before + after).trim();
}

/** A distance for people: "12,345 mi"; a dash when it is unknown. */
export function formatDistance(distance: number | null, units: Units): string {
  return distance === null ? "—" : `${formatInteger(distance, units)} ${units.distance}`;
}

/** Groups the digits of a distance or a count. */
export function formatInteger(count: number, { currency }: Units): string {
  return groupThousands(String(count), moneyFormat(currency).group);
}

export function distanceLabel({ distance }: Units): string {
  return distance === "mi" ? "Millaje" : "Kilometraje";
}

/** Roughly how many make a dollar; scales filter and calculator steps. */
export function currencyScale(currency: Currency): number {
  return currencies[currency].scale;
}

/** A currency's Spanish name with its code: "Peso mexicano (MXN)". */
export function currencyName(currency: Currency): string {
  const name = new Intl.DisplayNames("es", { type: "currency" }).of(currency) ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${currency})`;
}

/** Whether a sign, code or word next to a price means this currency. */
export function isSignOfCurrency(sign: string, currency: Currency): boolean {
  const named = foldText(sign).toUpperCase().replaceAll(".", "");
  return named === currency || currencies[currency].signs.some((own) => own === named);
}

/** Currencies in which no dealership sells; amounts in them are rejected. */
const foreign = new Set("CAD GBP £ JPY ¥ CNY CHF AUD NZD CUP HTG JMD TTD BZD".split(" "));

/** Whether a word or sign means any currency. */
export function isCurrencySign(sign: string): boolean {
  return (
    foreign.has(sign.toUpperCase()) || codes.some((currency) => isSignOfCurrency(sign, currency))
  );
}

/** Words that distinguish miles from kilometres. */
export const distanceWords = {
  mi: ["mi", "miles", "millas", "mile", "milla"],
  km: [
    "kilometraje",
    "kilometros",
    "km",
    "kms",
    "kilometers",
    "kilometro",
    "kilometer",
    "kilometres",
    "kilometre",
  ],
} satisfies Record<DistanceUnit, string[]>;

/** The distance unit that a word names. */
export function parseDistanceUnit(word: string): DistanceUnit | undefined {
  const named = foldText(word);
  return DistanceUnit.options.find((unit) => distanceWords[unit].some((own) => own === named));
}

const KM_PER_MILE = 1.609344;

/** Converts a distance to the other unit, rounded. */
export function convertDistance(distance: number, to: DistanceUnit): number {
  return Math.round(to === "km" ? distance * KM_PER_MILE : distance / KM_PER_MILE);
}

/** Omits the decimals of a whole amount. */
function writeMoney(
  amount: number,
  shape: Omit<MoneyFormat, "decimals">,
  decimals: number,
): string {
  const [whole = "", rest = ""] = Math.abs(amount).toFixed(decimals).split(".");
  const number =
    groupThousands(whole, shape.group) + (Number(rest) > 0 ? shape.decimal + rest : "");
  return `${amount < 0 ? "-" : ""}${shape.before}${number}${shape.after}`;
}

function groupThousands(digits: string, sign: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, sign);
}
