import { describe, expect, it } from "vitest";
import { readInventorySearch, writeInventorySearch } from "./inventory-search.ts";

const start = { text: "", sort: "reciente", descending: true, page: 1 } as const;

describe("an admin's search of the platform's inventory", () => {
  it.each([
    start,
    { text: "kona 2023", sort: "vistas", descending: true, page: 3 },
    { text: "", sort: "vistas", descending: false, page: 1 },
    { text: "", sort: "propietario", descending: true, page: 1 },
  ] as const)("survives the way through the address: %j", (search) => {
    const address = writeInventorySearch(search).toString();
    expect(readInventorySearch(new URLSearchParams(address))).toEqual(search);
  });

  it("leaves nothing in the address where it starts", () => {
    expect(writeInventorySearch(start).toString()).toBe("");
  });

  it.each(["orden=precio", "pagina=0", "pagina=-3", "pagina=x", "sentido=arriba", ""])(
    "starts at the beginning with %j in the address",
    (address) => {
      expect(readInventorySearch(new URLSearchParams(address))).toEqual(start);
    },
  );
});
