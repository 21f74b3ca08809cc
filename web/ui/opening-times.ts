const DAYS = [
  { key: "mon", short: "Lun", name: "el lunes", code: "Mo" },
  { key: "tue", short: "Mar", name: "el martes", code: "Tu" },
  { key: "wed", short: "Mié", name: "el miércoles", code: "We" },
  { key: "thu", short: "Jue", name: "el jueves", code: "Th" },
  { key: "fri", short: "Vie", name: "el viernes", code: "Fr" },
  { key: "sat", short: "Sáb", name: "el sábado", code: "Sa" },
  { key: "sun", short: "Dom", name: "el domingo", code: "Su" },
] as const;

type Hours = { zone: string } & Record<(typeof DAYS)[number]["key"], string>;

/**
 * Opening hours ready to be shown: "09:00-18:00" or "" of each day from Monday on, and in words.
 */
export type OpeningTimes = {
  zone: string;
  days: string[];
  /** Days with the same hours as one line: 'Lun–Vie', '9:00–18:00'. */
  lines: { days: string; times: string }[];
};

/** Takes stored opening hours; for loaders. */
export function openingTimes(hours: Hours): OpeningTimes {
  return {
    zone: hours.zone,
    days: DAYS.map(({ key }) => hours[key]),
    lines: runsOf(hours).map(({ first, last, value }) => ({
      days: first === last ? DAYS[first].short : `${DAYS[first].short}–${DAYS[last].short}`,
      times: value === "" ? "Cerrado" : value.split("-").map(clock).join("–"),
    })),
  };
}

/** The same as schema.org's openingHours has them: 'Mo-Fr 09:00-18:00'. */
export function openingHoursMeta(hours: Hours): string[] {
  return runsOf(hours)
    .filter(({ value }) => value !== "")
    .map(({ first, last, value }) => {
      const days = first === last ? DAYS[first].code : `${DAYS[first].code}-${DAYS[last].code}`;
      return `${days} ${value}`;
    });
}

type Index = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type Run = { first: Index; last: Index; value: string };

/** Days after each other that have the same hours. */
function runsOf(hours: Hours): Run[] {
  const runs: Run[] = [];
  for (const index of [0, 1, 2, 3, 4, 5, 6] as const) {
    const value = hours[DAYS[index].key];
    const run = runs.at(-1);
    if (run?.value === value) run.last = index;
    else runs.push({ first: index, last: index, value });
  }
  return runs;
}

/**
 * Whether it is open at a moment, by the clock of its own time zone, and until when or when again:
 * 'Abierto ahora · cierra a las 18:00'. Null where the browser does not know the zone.
 */
export function openingState({ zone, days }: OpeningTimes, now: Date): string | null {
  const local = localTime(zone, now);
  if (!local) return null;
  const { day, time } = local;
  const [opens = "", closes = ""] = (days[day] ?? "").split("-");
  if (opens && opens <= time && time < closes) {
    return `Abierto ahora · cierra a las ${clock(closes)}`;
  }
  for (let ahead = 0; ahead <= days.length; ahead += 1) {
    const next = (day + ahead) % days.length;
    const [from = ""] = (days[next] ?? "").split("-");
    if (from === "" || (ahead === 0 && from <= time)) continue;
    return `Cerrado · abre ${describeDay(ahead, next)}a las ${clock(from)}`;
  }
  return null;
}

function describeDay(ahead: number, day: number): string {
  if (ahead === 0) return "";
  return ahead === 1 ? "mañana " : `${DAYS[day]?.name} `;
}

function localTime(zone: string, now: Date): { day: number; time: string } | null {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(now);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    const day = DAYS.findIndex(({ code }) => part("weekday").startsWith(code));
    return day < 0 ? null : { day, time: `${part("hour")}:${part("minute")}` };
  } catch {
    return null;
  }
}

/** "09:00" as it is read. */
function clock(time: string): string {
  return time.replace(/^0/, "");
}
