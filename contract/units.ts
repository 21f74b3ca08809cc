import { z } from "zod";
import { foldText } from "./text/fold-text.ts";

/**
 * The currencies of the countries that dealerships sell in: how an amount is written there, the
 * signs and words that a price may carry, and about how many of it make a dollar, for the steps of
 * filters and calculator. Written out and not left to Intl, which groups otherwise in a browser that
 * lacks a country's data: a page would then read "11.840 mi" that its server wrote as "11,840 mi".
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

// What Object.keys gives is a string to TypeScript.
const codes = Object.keys(currencies) as (keyof typeof currencies)[];

/** ISO 4217, as config.profile.currency has it (check profiles_config_units). */
export const Currency = z.enum(codes);
export type Currency = z.infer<typeof Currency>;

/** What a distance is counted in, as config.profile.distance has it. */
export const DistanceUnit = z.enum(["mi", "km"]);
export type DistanceUnit = z.infer<typeof DistanceUnit>;

/** What a dealership's prices, distances and days are in. */
export type Units = {
  currency: Currency;
  distance: DistanceUnit;
  /** The time zone of its opening hours, if it has one. */
  zone?: string | undefined;
};

/** Those of a dealership that chose nothing (docs/product/prices.md). */
export const standardUnits: Units = { currency: "USD", distance: "mi" };

const Zone = z.string().min(1).optional().catch(undefined);
const Chosen = z
  .object({
    currency: Currency.catch(standardUnits.currency),
    distance: DistanceUnit.catch(standardUnits.distance),
    /** As columns of a row have it. */
    zone: Zone,
    hours: z.object({ zone: Zone }).optional().catch(undefined),
  })
  .transform(({ hours, zone = hours?.zone, ...units }) => ({ ...units, ...(zone && { zone }) }));

/** Those that a dealership's config.profile chooses, whatever is stored there. */
export function unitsOf(profile: unknown): Units {
  return Chosen.catch(standardUnits).parse(profile);
}

/** An amount as it is written where that currency is used: "$15,000", "RD$850,000.50". */
export function formatMoney(amount: number, currency: Currency): string {
  const shape = moneyShape(currency);
  return writeMoney(amount, shape, shape.decimals);
}

/** The same in few characters, for the scale of a chart: "$1.2M", "$45k". */
export function shortMoney(amount: number, currency: Currency): string {
  const [divisor, letter] =
    Math.abs(amount) >= 1e6 ? [1e6, "M"] : Math.abs(amount) >= 1000 ? [1000, "k"] : [1, ""];
  const shape = moneyShape(currency);
  return writeMoney(amount / divisor, { ...shape, after: letter + shape.after }, 1);
}

/** An amount as a box shows it, to be typed over: without the sign, which its label has. */
export function moneyText(amount: number | null, currency: Currency): string {
  if (amount === null) return "";
  return writeMoney(amount, { ...moneyShape(currency), before: "", after: "" }, 2);
}

/** How an amount of it is put together, for pages that reckon without this file. */
export type MoneyShape = {
  before: string;
  after: string;
  group: string;
  decimal: string;
  decimals: 0 | 2;
};

/** No line ends inside an amount. */
export function moneyShape(currency: Currency): MoneyShape {
  const { written } = currencies[currency];
  const [, before = "", group = "", decimal, after = ""] =
    /^(.*)1(.)234(?:(.)50)?(.*)$/.exec(written.replaceAll(" ", "\u00a0")) ?? [];
  return { before, after, group, decimal: decimal ?? ",", decimals: decimal === undefined ? 0 : 2 };
}

/** The sign of a currency, for labels: "$", "RD$", "€". */
export function currencySign(currency: Currency): string {
  const { before, after } = moneyShape(currency);
  return (before + after).trim();
}

/** A distance as people read it: "12,345 mi"; a dash when nobody wrote it. */
export function formatDistance(distance: number | null, units: Units): string {
  return distance === null ? "—" : `${wholeDigits(distance, units)} ${units.distance}`;
}

/** A whole number that is no amount, a distance or a count, as its digits are grouped there. */
export function wholeDigits(count: number, { currency }: Units): string {
  return groupThousands(String(count), moneyShape(currency).group);
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

/** Whether a sign, a code or a word that stands at a price says that currency. */
export function isSignOf(sign: string, currency: Currency): boolean {
  const named = foldText(sign).toUpperCase().replaceAll(".", "");
  return named === currency || currencies[currency].signs.some((own) => own === named);
}

/** Currencies in which no dealership sells, so that an amount in one of them is refused. */
const foreign = new Set("CAD GBP £ JPY ¥ CNY CHF AUD NZD CUP HTG JMD TTD BZD".split(" "));

/** Whether it says any currency. */
export function isSign(sign: string): boolean {
  return foreign.has(sign.toUpperCase()) || codes.some((currency) => isSignOf(sign, currency));
}

/** What distances are called, of which nobody takes kilometres for miles. */
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

/** The unit that a word says. */
export function distanceNamed(word: string): DistanceUnit | undefined {
  const named = foldText(word);
  return DistanceUnit.options.find((unit) => distanceWords[unit].some((own) => own === named));
}

const KM_PER_MILE = 1.609344;

/** A distance in whole units of the other kind. */
export function convertDistance(distance: number, to: DistanceUnit): number {
  return Math.round(to === "km" ? distance * KM_PER_MILE : distance / KM_PER_MILE);
}

/** Whole amounts have no decimals. */
function writeMoney(amount: number, shape: Omit<MoneyShape, "decimals">, decimals: number): string {
  const [whole = "", rest = ""] = Math.abs(amount).toFixed(decimals).split(".");
  const number =
    groupThousands(whole, shape.group) + (Number(rest) > 0 ? shape.decimal + rest : "");
  return `${amount < 0 ? "-" : ""}${shape.before}${number}${shape.after}`;
}

function groupThousands(digits: string, sign: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, sign);
}
