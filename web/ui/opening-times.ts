const DAYS = [
  { key: "mon", short: "Lun", name: "el lunes", english: "Monday" },
  { key: "tue", short: "Mar", name: "el martes", english: "Tuesday" },
  { key: "wed", short: "Mié", name: "el miércoles", english: "Wednesday" },
  { key: "thu", short: "Jue", name: "el jueves", english: "Thursday" },
  { key: "fri", short: "Vie", name: "el viernes", english: "Friday" },
  { key: "sat", short: "Sáb", name: "el sábado", english: "Saturday" },
  { key: "sun", short: "Dom", name: "el domingo", english: "Sunday" },
] as const;

type Hours = { zone: string } & Record<(typeof DAYS)[number]["key"], string>;

/**
 * Opening hours for display: "09:00-13:00,15:00-19:00" or "" for each day from Monday, and in
 * words.
 */
export type OpeningTimes = {
  zone: string;
  days: string[];
  /** Days with equal hours as one line: 'Lun–Vie', '9:00–13:00, 15:00–19:00'. */
  lines: { days: string; times: string }[];
};

/** A span of opening hours; a close before the opening time falls on the next day. */
export type Span = { opens: string; closes: string };

/** Parses a stored day. */
export function spansOf(day: string): Span[] {
  if (day === "") return [];
  return day.split(",").map((span) => {
    const [opens = "", closes = ""] = span.split("-");
    return { opens, closes };
  });
}

/** Prepares stored opening hours for display; for loaders. */
export function openingTimes(hours: Hours): OpeningTimes {
  return {
    zone: hours.zone,
    days: DAYS.map(({ key }) => hours[key]),
    lines: runsOf(hours).map(({ first, last, value }) => ({
      days: first === last ? DAYS[first].short : `${DAYS[first].short}–${DAYS[last].short}`,
      times:
        spansOf(value)
          .map(({ opens, closes }) => `${clock(opens)}–${clock(closes)}`)
          .join(", ") || "Cerrado",
    })),
  };
}

/** Opening hours as schema.org data. */
export function openingHoursMeta(hours: Hours): OpeningHoursMeta[] {
  return runsOf(hours).flatMap(({ first, last, value }) =>
    spansOf(value).map((span) => ({
      "@type": "OpeningHoursSpecification" as const,
      dayOfWeek: DAYS.slice(first, last + 1).map(({ english }) => english),
      ...span,
    })),
  );
}

export type OpeningHoursMeta = {
  "@type": "OpeningHoursSpecification";
  dayOfWeek: string[];
} & Span;

type Index = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type Run = { first: Index; last: Index; value: string };

/** Groups consecutive days with equal hours. */
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
 * Whether it is open at a moment in its own time zone, until when, or when it opens again: 'Abierto
 * ahora · cierra a las 18:00'. Null when the browser does not know the time zone.
 */
export function openingState({ zone, days }: OpeningTimes, now: Date): string | null {
  const local = localTime(zone, now);
  if (!local) return null;
  const { day, time } = local;
  const spansOn = (weekday: number) => spansOf(days[weekday % days.length] ?? "");
  const current =
    spansOn(day).find(({ opens, closes }) => opens <= time && (time < closes || closes < opens)) ??
    spansOn(day + 6).find(({ opens, closes }) => closes < opens && time < closes);
  if (current) return `Abierto ahora · cierra a las ${clock(current.closes)}`;
  for (let ahead = 0; ahead <= days.length; ahead += 1) {
    const next = spansOn(day + ahead).find(({ opens }) => ahead > 0 || opens > time);
    if (!next) continue;
    const when = describeDay(ahead, (day + ahead) % days.length);
    return `Cerrado · abre ${when}a las ${clock(next.opens)}`;
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
    const day = DAYS.findIndex(({ english }) => english.startsWith(part("weekday")));
    return day < 0 ? null : { day, time: `${part("hour")}:${part("minute")}` };
  } catch {
    return null;
  }
}

/** "09:00" → "9:00". */
function clock(time: string): string {
  return time.replace(/^0/, "");
}
