import { z } from "zod";

/** Sortable columns, as named in the URL. */
const SortKey = z.enum(["reciente", "vehiculo", "propietario", "vin", "publicado", "vistas"]);
export type SortKey = z.infer<typeof SortKey>;

/** Cursor: the sort values of a vehicle, with the ID last. */
export const Cursor = z.array(z.union([z.string(), z.number(), z.boolean()])).max(5);
type Place = z.infer<typeof Cursor>;

/**
 * State of the platform inventory. A page starts after a cursor or, going back, ends before one;
 * the page number, from 1, is only shown.
 */
export type InventorySearch = {
  text: string;
  sort: SortKey;
  descending: boolean;
  page: number;
  from: Place | null;
  backwards: boolean;
};

export const firstPage = { page: 1, from: null, backwards: false } as const;

/** Initial direction of each column: texts ascending, counts and dates descending. */
export const startsDescending: Record<SortKey, boolean> = {
  reciente: true,
  vehiculo: false,
  propietario: false,
  vin: false,
  publicado: true,
  vistas: true,
};

const names = {
  text: "q",
  sort: "orden",
  direction: "sentido",
  page: "pagina",
  after: "despues",
  before: "antes",
} as const;

/** Reads the search from URL parameters; an invalid search becomes the first page of the newest. */
export function readInventorySearch(parameters: URLSearchParams): InventorySearch {
  const sort = SortKey.catch("reciente").parse(parameters.get(names.sort));
  const direction = z
    .enum(["asc", "desc"])
    .nullable()
    .catch(null)
    .parse(parameters.get(names.direction));
  return {
    text: parameters.get(names.text) ?? "",
    sort,
    descending: direction === null ? startsDescending[sort] : direction === "desc",
    ...readPage(parameters),
  };
}

function readPage(parameters: URLSearchParams) {
  const page = z.coerce.number().int().min(2).max(1_000_000);
  const number = page.safeParse(parameters.get(names.page));
  const before = parameters.get(names.before);
  const place = PlaceText.safeParse(before ?? parameters.get(names.after));
  if (!number.success || !place.success) return firstPage;
  return { page: number.data, from: place.data, backwards: before !== null };
}

const PlaceText = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("Not a place");
      return z.NEVER;
    }
  })
  .pipe(Cursor);

/** Writes the search to URL parameters; defaults are omitted. */
export function writeInventorySearch(search: InventorySearch): URLSearchParams {
  const { text, sort, descending, page, from, backwards } = search;
  const parameters = new URLSearchParams();
  if (text) parameters.set(names.text, text);
  if (sort !== "reciente") parameters.set(names.sort, sort);
  if (descending !== startsDescending[sort]) {
    parameters.set(names.direction, descending ? "desc" : "asc");
  }
  if (page > 1 && from) {
    parameters.set(names.page, String(page));
    parameters.set(backwards ? names.before : names.after, JSON.stringify(from));
  }
  return parameters;
}
