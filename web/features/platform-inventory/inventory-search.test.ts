import { describe, expect, it } from "vitest";
import { firstPage, readInventorySearch, writeInventorySearch } from "./inventory-search.ts";

const start = { text: "", sort: "reciente", descending: true, ...firstPage } as const;
const place = [1234, "0b5e9c1e-6f0a-4a51-9d0c-0a4f8f3f8a10"];

describe("an administrator's search of the platform inventory", () => {
  it.each([
    start,
    { ...start, text: "kona 2023", sort: "vistas", page: 3, from: place },
    { ...start, sort: "vistas", descending: false, page: 2, from: place, backwards: true },
    { ...start, sort: "propietario" },
  ] as const)("survives the round trip through the URL: %j", (search) => {
    const address = writeInventorySearch({
      ...search,
      from: search.from && [...search.from],
    }).toString();
    expect(readInventorySearch(new URLSearchParams(address))).toEqual(search);
  });

  it("adds nothing to the URL by default", () => {
    expect(writeInventorySearch(start).toString()).toBe("");
  });

  it.each([
    "orden=precio",
    "pagina=0",
    "pagina=3",
    "pagina=3&despues=",
    "pagina=3&despues=[{}]",
    "pagina=1&despues=[1]",
    "sentido=arriba",
    "",
  ])("starts at the first page with %j in the URL", (address) => {
    expect(readInventorySearch(new URLSearchParams(address))).toEqual(start);
  });
});
