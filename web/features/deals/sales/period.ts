/** Whole months: `from` inclusive, `until` exclusive (YYYY-MM-DD); null means unbounded. */
export type Period = { key: string; label: string; from: string | null; until: string | null };

/** URL parameter of the period. */
export const PERIOD = "periodo";

const named = {
  "12-meses": "Últimos 12 meses",
  "este-mes": "Este mes",
  "mes-pasado": "Mes pasado",
  "3-meses": "Últimos 3 meses",
  "este-ano": "Este año",
  todo: "Desde el comienzo",
} as const;

/** The periods to choose from; the first is the default. */
export const PERIODS = Object.entries(named).map(([key, label]) => ({ key, label }));

/** The period in the URL: a named one relative to today, or a single month (YYYY-MM). */
export function readPeriod(parameters: URLSearchParams, today: string): Period {
  const key = parameters.get(PERIOD) ?? "";
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(key);
  if (month) {
    const from = `${key}-01`;
    const label = monthLabel(from, "long");
    return { key, label, from, until: monthAfter(from, 1) };
  }
  const thisMonth = `${today.slice(0, 7)}-01`;
  const next = monthAfter(thisMonth, 1);
  const since = (months: number) => ({ from: monthAfter(thisMonth, 1 - months), until: next });
  const bounds = {
    "12-meses": since(12),
    "este-mes": since(1),
    "mes-pasado": { from: monthAfter(thisMonth, -1), until: thisMonth },
    "3-meses": since(3),
    "este-ano": { from: `${today.slice(0, 4)}-01-01`, until: next },
    todo: { from: null, until: null },
  };
  const chosen = isNamed(key) ? key : "12-meses";
  return { key: chosen, label: named[chosen], ...bounds[chosen] };
}

function isNamed(key: string): key is keyof typeof named {
  return Object.hasOwn(named, key);
}

/** The first day of the month `months` later; negative values go back. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10);
}

/** "noviembre de 2026", "nov 2026". */
export function monthLabel(month: string, length: "long" | "short"): string {
  const date = new Date(`${month}T00:00:00Z`);
  const words = new Intl.DateTimeFormat("es", {
    month: length,
    ...(length === "long" && { year: "numeric" as const }),
    timeZone: "UTC",
  }).format(date);
  return length === "long" ? words : `${words.replace(".", "")} ${date.getUTCFullYear()}`;
}
