import { z } from "zod";

/** The columns that the inventory can be ordered by, as the address names them. */
const SortKey = z.enum(["reciente", "vehiculo", "propietario", "vin", "publicado", "vistas"]);
export type SortKey = z.infer<typeof SortKey>;

/** What is shown of the platform's inventory. Pages count from 1. */
export type InventorySearch = {
  text: string;
  sort: SortKey;
  descending: boolean;
  page: number;
};

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

const names = { text: "q", sort: "orden", direction: "sentido", page: "pagina" } as const;

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
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1).parse(parameters.get(names.page)),
  };
}

/** The address's parameters with this search in them; what is as it starts is left out. */
export function writeInventorySearch({
  text,
  sort,
  descending,
  page,
}: InventorySearch): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text) parameters.set(names.text, text);
  if (sort !== "reciente") parameters.set(names.sort, sort);
  if (descending !== startsDescending[sort]) {
    parameters.set(names.direction, descending ? "desc" : "asc");
  }
  if (page > 1) parameters.set(names.page, String(page));
  return parameters;
}
