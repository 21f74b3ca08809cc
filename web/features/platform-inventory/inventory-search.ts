import { z } from "zod";

/** The columns that the inventory can be ordered by, as the address names them. */
const SortKey = z.enum(["reciente", "vehiculo", "propietario", "vin", "publicado", "vistas"]);
export type SortKey = z.infer<typeof SortKey>;

/** Where a vehicle stands in an order: what it is ordered by, the id last. */
export const Place = z.array(z.union([z.string(), z.number(), z.boolean()])).max(5);
type Place = z.infer<typeof Place>;

/**
 * What is shown of the platform's inventory. A page begins behind a place or, coming back, ends
 * before one; its number, from 1 on, only says which one it is.
 */
export type InventorySearch = {
  text: string;
  sort: SortKey;
  descending: boolean;
  page: number;
  from: Place | null;
  backwards: boolean;
};

/** The first page. */
export const firstPage = { page: 1, from: null, backwards: false } as const;

/**
 * Where the order starts when a column is chosen: words from A, counts and dates from the highest.
 */
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

/** Reads the search out of an address; what is no search is the first page of the newest. */
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
  .pipe(Place);

/** The address's parameters with this search in them; what is as it starts is left out. */
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
