import { expect, test } from "vitest";
import { previewAddress } from "./preview-address.ts";

const page = "https://autos.example/public/vehicle/1";
const kona = { price: "15000", status: "Disponible", cover: "/a.jpg" };

test("a customer's link changes with price, status or cover, to refresh link previews", () => {
  const marked = (change = {}) => previewAddress(page, [{ ...kona, ...change }]);
  const addresses = [
    marked(),
    marked({ price: "14500" }),
    marked({ price: null }),
    marked({ status: "Vendido" }),
    marked({ cover: "/b.jpg" }),
    previewAddress(page, [kona, kona]),
  ];
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(marked({ model: "Tucson" })).toBe(addresses[0]);
  expect(addresses[0]).toMatch(/^https:\/\/autos\.example\/public\/vehicle\/1\?v=[a-z0-9]+$/);
});

test("a customer's link keeps its salesperson", () => {
  expect(previewAddress(`${page}?vendedor=ana`, [kona])).toContain("?vendedor=ana&v=");
});
