import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { formatPrice } from "#contract/price.ts";
import { Currency, defaultUnits, formatMoney } from "#contract/units.ts";
import {
  greet,
  type MailContent,
  type MailSection,
  type MailSite,
  type Templates,
  template,
} from "./mail-content.ts";

/** The total and the first few entries. */
function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ n: z.number().int(), rows: z.array(row).default([]) });
}

const Vehicle = z.object({ id: z.guid(), title: z.string() });
/** Without an id if it was deleted since. */
const LastingVehicle = Vehicle.partial({ id: true });

/**
 * The result of private.weekly_news. Amounts are only set for readers who may see the dealership's
 * figures.
 */
const Weekly = z.object({
  name: z.string(),
  /** The first of the seven days. */
  from: z.iso.date(),
  /** The currency of the amounts, the default if not set. */
  currency: Currency.default(defaultUnits.currency),
  /** The unsubscribe key. */
  key: z.guid(),
  came: listOf(LastingVehicle.extend({ price: z.string().optional() })),
  sold: listOf(
    LastingVehicle.extend({ price: z.number().optional(), margin: z.number().optional() }),
  ).extend({
    /** Totals, each with the number of sales that it covers. */
    price: z.number().optional(),
    withPrice: z.number().optional(),
    margin: z.number().optional(),
    withMargin: z.number().optional(),
  }),
  stands: listOf(Vehicle.extend({ days: z.number() })).extend({
    cost: z.number().optional(),
    withCost: z.number().optional(),
  }),
  waits: listOf(
    z.object({
      id: z.guid(),
      name: z.string(),
      vehicle: z.string().optional(),
      /** The salesperson, if not the reader. */
      seller: z.string().optional(),
      minutes: z.number(),
    }),
  ),
});
type Weekly = z.infer<typeof Weekly>;

/** The Monday mail: waiting leads, and a summary of the past week. */
export const weeklyMail: Templates = {
  weekly: template(Weekly, (week, { siteUrl }): MailContent => {
    const said = summaryOf(week);
    return {
      subject: `Tu semana: ${said}`,
      preview: `${spanOf(week.from)}: ${said}.`,
      greeting: greet(week.name),
      paragraphs: [`Así fue tu semana ${spanOf(week.from)}, y esto espera por ti:`],
      sections: [waits, sold, came, stands].flatMap((section) => section(week, { siteUrl }) ?? []),
      action:
        week.waits.n > 0
          ? { label: "Responder a mis prospectos", url: `${siteUrl}/leads` }
          : { label: "Ver mi inventario", url: `${siteUrl}/dashboard` },
      notes: ["Recibes este correo los lunes porque lo activaste en Prospectos, en «Avisos»."],
      unsubscribe: {
        label: "Dejar de recibir este correo",
        url: `${siteUrl}/unsubscribe?key=${week.key}`,
      },
    };
  }),
};

type Section = (week: Weekly, site: Pick<MailSite, "siteUrl">) => MailSection | null;

const waits: Section = ({ waits: { n, rows } }, { siteUrl }) =>
  sectionOf(n, {
    title: "Esperan tu respuesta",
    rows: rows.map(({ id, name, vehicle, seller, minutes }) => ({
      text: name,
      about: joined(vehicle, seller),
      note: timeOf(minutes),
      url: `${siteUrl}/leads?prospecto=${id}`,
    })),
    all: `${siteUrl}/leads?estado=nuevo`,
  });

const sold: Section = ({ sold: { n, rows, ...totals }, currency }, { siteUrl }) =>
  sectionOf(n, {
    title: "Se vendió",
    rows: rows.map((sale) => ({
      text: sale.title,
      about: marginOf(sale.margin, currency),
      note: sale.price === undefined ? "" : formatMoney(sale.price, currency),
      url: `${siteUrl}${sale.id ? `/vehicle/${sale.id}` : "/sales"}`,
    })),
    all: `${siteUrl}/sales`,
    more: n > 1 ? totalOf(n, totals, currency) : undefined,
  });

/** The week's totals, with the number of sales that they cover if not all. */
function totalOf(
  n: number,
  { price, margin, withPrice = n, withMargin = n }: Omit<Weekly["sold"], "n" | "rows">,
  currency: Currency,
): string | undefined {
  if (price === undefined) return undefined;
  const known = [
    withPrice < n ? `De ${withPrice} de ${n} ventas.` : [],
    margin !== undefined && withMargin < n ? `El margen, de ${withMargin} de ${n}.` : [],
  ].flat();
  const total = `En total: ${joined(formatMoney(price, currency), marginOf(margin, currency))}.`;
  return [total, ...known].join(" ");
}

const came: Section = ({ came: { n, rows }, currency }, { siteUrl }) =>
  sectionOf(n, {
    title: "Llegó",
    rows: rows.map(({ id, title, price }) => ({
      text: title,
      note: formatPrice(price ?? null, currency),
      url: `${siteUrl}${id ? `/vehicle/${id}` : "/sales"}`,
    })),
    all: `${siteUrl}/dashboard`,
  });

const stands: Section = ({ stands: { n, rows, cost, withCost = n }, currency }, { siteUrl }) =>
  sectionOf(n, {
    title: `Lleva más de ${limits.longDaysOnLot} días`,
    rows: rows.map(({ id, title, days }) => ({
      text: title,
      note: `${days} días`,
      url: `${siteUrl}/vehicle/${id}`,
    })),
    all: `${siteUrl}/inventory-health?lista=61-mas#lista`,
    more:
      cost === undefined
        ? undefined
        : `Dinero parado: ${formatMoney(cost, currency)}${withCost < n ? ` (costo de ${withCost} de ${n} vehículos)` : ""}.`,
  });

/** Null if there are none; with a link to the full list if some are not shown. */
function sectionOf(
  n: number,
  given: { title: string; rows: MailSection["rows"]; all: string; more?: string | undefined },
): MailSection | null {
  const { title, rows, all, more } = given;
  if (n === 0) return null;
  const rest = n > rows.length ? [{ text: `Ver los ${n}`, url: all }] : [];
  return { title, rows: [...rows, ...rest], more: more ? [more] : [] };
}

const list = new Intl.ListFormat("es", { type: "conjunction" });

/**
 * "4 esperan respuesta, 2 vendidos y 3 nuevos"; old stock is only mentioned if there is nothing
 * else.
 */
function summaryOf({ waits, sold, came, stands }: Weekly): string {
  const happened = [
    waits.n > 0 ? `${waits.n} ${waits.n === 1 ? "espera" : "esperan"} respuesta` : [],
    sold.n > 0 ? `${sold.n} ${sold.n === 1 ? "vendido" : "vendidos"}` : [],
    came.n > 0 ? `${came.n} ${came.n === 1 ? "nuevo" : "nuevos"}` : [],
  ].flat();
  if (happened.length > 0) return list.format(happened);
  return `${stands.n} ${stands.n === 1 ? "lleva" : "llevan"} más de ${limits.longDaysOnLot} días`;
}

const day = new Intl.DateTimeFormat("es", { day: "numeric", timeZone: "UTC" });
const dayOfMonth = new Intl.DateTimeFormat("es", {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** "del 4 al 10 de enero". */
function spanOf(from: string): string {
  const first = new Date(`${from}T00:00:00Z`);
  const last = new Date(first.getTime() + 6 * 86_400_000);
  const isOneMonth = first.getUTCMonth() === last.getUTCMonth();
  return `del ${(isOneMonth ? day : dayOfMonth).format(first)} al ${dayOfMonth.format(last)}`;
}

/** In a single unit: "12 min", "3 h", "2 días". */
function timeOf(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 día" : `${days} días`;
}

function marginOf(margin: number | undefined, currency: Currency): string {
  return margin === undefined ? "" : `margen ${formatMoney(margin, currency)}`;
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}
