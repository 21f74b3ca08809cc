import { describe, expect, test } from "vitest";
import { defaultUnits } from "#contract/units.ts";
import { isCacheableListing } from "./is-cacheable-listing.ts";
import { listingChips } from "./listing-chips.ts";
import { listingFields, orderSelect } from "./listing-fields.ts";
import { countFilters, readListingSearch, writeListingSearch } from "./listing-search.ts";
import { type ListingChoice, listingQuery } from "./load-listing.ts";
import { prepareListing } from "./prepare-listing.ts";

const read = (query: string) => readListingSearch(new URLSearchParams(query));

describe("the URL of a customer's inventory search", () => {
  test("a customer's URL without a search is the first page, newest first", () => {
    const search = read("vendedor=ana&utm_source=x");
    expect(search).toMatchObject({ text: "", order: "recientes", page: 1 });
    expect(countFilters(search)).toBe(0);
    expect(String(writeListingSearch(search))).toBe("");
  });

  test("a customer's search survives the round trip through the URL", () => {
    const query =
      "q=rojo&marca=citroen&modelo=c4&desde=2018&precio-max=20000&orden=precio-menor&pagina=3";
    expect(String(writeListingSearch(read(query)))).toBe(query);
    expect(countFilters(read(query))).toBe(5);
  });

  test.each([
    ["pagina=-3&orden=nada&desde=ayer&precio-max=", ""],
    ["marca=%20CITRO%C3%8BN%20", "marca=citroen"],
    ["precio-max=%2420%2C000", "precio-max=20000"],
    ["pagina=99999999", "pagina=10000"],
    ["carroceria=SED%C3%81N&combustible=h%C3%ADbrido", "carroceria=sedan&combustible=hibrido"],
    ["traccion=Integral+(AWD)", "traccion=integral-awd"],
    ["carroceria=nave&combustible=%00&traccion=constructor", ""],
    [`q=${"x".repeat(500)}`, `q=${"x".repeat(100)}`],
  ])("a customer's URL %j is read as %j", (typed, meant) => {
    expect(String(writeListingSearch(read(typed)))).toBe(meant);
  });
});

describe("the query of a customer's search", () => {
  test("a customer's limits become filters on available vehicles, sorted by ID last", () => {
    expect(listingQuery("d", read("marca=kia&desde=2018&millaje-max=50000"))).toEqual({
      user_id: "eq.d",
      status: "eq.Disponible",
      published: "is.true",
      brand_folded: "eq.kia",
      and: "(year.gte.2018,mileage.lte.50000)",
      order: "created_at.desc,id.desc",
    });
  });

  test("a customer's kinds become filters on stored values", () => {
    const search = read("carroceria=pickup&combustible=diesel&traccion=4x4&q=troca");
    expect(listingQuery("d", search)).toMatchObject({
      p_text: "troca",
      body_style: "eq.Pickup",
      fuel_type: "eq.Diésel",
      drivetrain: "eq.4x4",
    });
    expect(countFilters(search)).toBe(4);
  });

  test("a customer's words are an argument, never a filter", () => {
    const typed = '%_*\\"),id.not.is.null';
    expect(listingQuery("d", read(`q=${encodeURIComponent(typed)}&modelo=rio`))).toEqual({
      p_dealership_id: "d",
      p_text: typed,
      model_folded: "eq.rio",
      order: "created_at.desc,id.desc",
    });
  });
});

const kona: ListingChoice = {
  brand: "Hyundai",
  model: "Kona",
  brand_folded: "hyundai",
  model_folded: "kona",
  vehicle_count: 2,
  oldest_year: 2021,
  newest_year: 2023,
  lowest_price: 18_500,
  highest_price: 24_000,
  highest_mileage: 21_000,
  body_style: "SUV",
  fuel_type: "Híbrido",
  drivetrain: null,
};
const bare = {
  lowest_price: null,
  highest_price: null,
  highest_mileage: null,
  body_style: null,
  fuel_type: null,
};
const c4: ListingChoice = {
  ...kona,
  ...bare,
  brand: "Citroën",
  model: "C4",
  brand_folded: "citroen",
  model_folded: "c4",
  vehicle_count: 1,
};

describe("the filters that a customer can choose", () => {
  const optionsOf = (fields: ReturnType<typeof listingFields>, label: string) =>
    fields
      .flatMap(({ selects }) => selects)
      .find((select) => select.label === label)
      ?.groups.flatMap(({ options }) => options.map(([, text]) => text));

  test("a customer can choose existing values with counts, and limits in round steps", () => {
    const fields = listingFields([c4, kona], read(""), defaultUnits);
    expect(optionsOf(fields, "Marca")).toEqual(["Todas", "Citroën (1)", "Hyundai (2)"]);
    expect(optionsOf(fields, "Modelo")).toEqual(["Todos", "C4 (1)", "Kona (2)"]);
    expect(optionsOf(fields, "Año desde")).toEqual(["Desde", "2023", "2022", "2021"]);
    expect(optionsOf(fields, "Precio máximo")).toEqual(["Máximo", "$20,000", "$25,000"]);
    expect(optionsOf(fields, "Millaje máximo")?.at(-1)).toBe("30,000 mi");
  });

  test("a customer can choose limits in the dealership's currency and distance unit", () => {
    const dear = { ...kona, lowest_price: 380_000, highest_price: 490_000 };
    const fields = listingFields([dear], read(""), { currency: "MXN", distance: "km" });
    expect(optionsOf(fields, "Precio máximo")).toEqual(["Máximo", "$400,000", "$500,000"]);
    expect(optionsOf(fields, "Kilometraje máximo")?.at(-1)).toBe("30,000 km");
  });

  test("a customer who chose a brand gets its models", () => {
    expect(
      optionsOf(listingFields([c4, kona], read("marca=citroen"), defaultUnits), "Modelo"),
    ).toEqual(["Todos", "C4 (1)"]);
  });

  test("a customer gets the kinds that vehicles have, counted under the other filters", () => {
    const tucson = { ...kona, model: "Tucson", model_folded: "tucson", fuel_type: "Gasolina" };
    const pickup = { ...c4, body_style: "Pickup", drivetrain: "4x4", fuel_type: "Nafta" };
    const all = [pickup, kona, tucson];
    const fields = listingFields(all, read(""), defaultUnits);
    expect(optionsOf(fields, "Carrocería")).toEqual(["Todas", "SUV (4)", "Pickup (1)"]);
    expect(optionsOf(fields, "Combustible")).toEqual(["Todos", "Gasolina (2)", "Híbrido (2)"]);
    expect(optionsOf(fields, "Tracción")).toEqual(["Todas", "4x4 (1)"]);

    const narrowed = listingFields(all, read("carroceria=suv&combustible=hibrido"), defaultUnits);
    expect(optionsOf(narrowed, "Marca")).toEqual(["Todas", "Hyundai (2)"]);
    expect(optionsOf(narrowed, "Modelo")).toEqual(["Todos", "Kona (2)"]);
    expect(optionsOf(narrowed, "Combustible")).toEqual(["Todos", "Gasolina (2)", "Híbrido (2)"]);
    expect(optionsOf(narrowed, "Tracción")).toBeUndefined();
    const impossible = listingFields(all, read("marca=hyundai&traccion=4x4"), defaultUnits);
    expect(optionsOf(impossible, "Tracción")).toEqual(["Todas", "4x4 (0)"]);
  });

  test("a customer keeps a limit in the URL that is not among the steps", () => {
    const fields = listingFields([kona], read("precio-max=19999"), defaultUnits);
    expect(optionsOf(fields, "Precio máximo")).toContain("$19,999");
  });

  test("a customer is not offered prices and mileages that no vehicle has", () => {
    const names = listingFields([c4], read(""), defaultUnits).map(({ name }) => name);
    expect(names).toEqual(["Marca", "Modelo", "Año"]);
  });

  test("a customer's default order is not written to the URL", () => {
    expect(orderSelect(read(""), defaultUnits)).toMatchObject({ value: "" });
    expect(orderSelect(read("orden=marca"), defaultUnits)).toMatchObject({ value: "marca" });
  });
});

describe("one-tap filters for a customer", () => {
  const labels = (query: string) => {
    const tucson = { ...kona, model: "Tucson", model_folded: "tucson", fuel_type: "Gasolina" };
    const pickup = { ...c4, brand: "Ford", brand_folded: "ford", body_style: "Pickup" };
    const choices = [c4, kona, pickup, tucson];
    return listingChips({ choices, search: read(query), units: defaultUnits }, () => "").map(
      ({ label, isOn }) => (isOn ? `×${label}` : label),
    );
  };

  test("a customer gets a budget, body styles and brands, the most frequent first", () => {
    expect(labels("")).toEqual(["Hasta $20,000", "SUV", "Pickup", "Hyundai", "Citroën", "Ford"]);
  });

  test("a customer can remove active filters, and is offered none without matches", () => {
    expect(labels("carroceria=suv&combustible=gasolina")).toEqual([
      "×SUV",
      "×Gasolina",
      "Hasta $20,000",
    ]);
    expect(labels("marca=hyundai")).toEqual(["×Hyundai", "Hasta $20,000"]);
  });
});

describe("whether a search is cached", () => {
  const isKept = (query: string) => {
    const search = read(query);
    const listing = { search, vehicles: [], found: 3, isFuzzy: false, choices: [c4, kona] };
    return isCacheableListing(listing, defaultUnits, new URLSearchParams(query));
  };

  test.each([
    "",
    "vendedor=ana",
    "carroceria=suv",
    "marca=hyundai&modelo=kona",
    "precio-max=20000&orden=precio-menor",
  ])("a customer's search %j is cached", (query) => {
    expect(isKept(query)).toBe(true);
  });

  test.each([
    "q=kona",
    "marca=tesla",
    "carroceria=pickup",
    "carroceria=nave",
    "carroceria=SUV",
    "carroceria=suv&carroceria=x",
    "precio-max=19999",
    "precio-max=%2420%2C000",
    "pagina=0",
    "orden=nada",
    "marca=hyundai&modelo=kona&carroceria=suv",
  ])("a made-up search %j is not cached", (query) => {
    expect(isKept(query)).toBe(false);
  });
});

describe("the pagination of a listing", () => {
  const pagesOf = (found: number, page: number) => {
    const search = read(`q=a&pagina=${page}`);
    const listing = { search, vehicles: [], found, isFuzzy: false, choices: [kona] };
    return prepareListing(listing, defaultUnits, "/i/sol/inventory", "ana").pages;
  };

  test("a customer with a single page sees none", () => {
    expect(pagesOf(24, 1)).toEqual([]);
  });

  test("a customer reaches first, last and neighbors, with search and salesperson", () => {
    const pages = pagesOf(24 * 9, 5);
    expect(pages.map((link) => ("page" in link ? link.page : "…"))).toEqual([
      1,
      "…",
      4,
      5,
      6,
      "…",
      9,
    ]);
    expect(pages[2]).toEqual({
      page: 4,
      href: "/i/sol/inventory?q=a&pagina=4&vendedor=ana#inventario",
      current: false,
    });
  });

  test("a customer sees a gap of one page as that page", () => {
    expect(pagesOf(24 * 5, 1).map((link) => ("page" in link ? link.page : "…"))).toEqual([
      1,
      2,
      "…",
      5,
    ]);
    expect(pagesOf(24 * 4, 1).map((link) => ("page" in link ? link.page : "…"))).toEqual([
      1, 2, 3, 4,
    ]);
  });
});
