import { expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const site = { siteUrl: "https://vitrina.example", contactEmail: "hola@vitrina.example" };
const id = "0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11";
const none = { n: 0 };
const week = {
  name: "Autos del Valle",
  from: "2026-12-28",
  key: "5f0d2a34-0c1b-4f3e-9c57-2f3c1f0d7a10",
  came: { n: 1, rows: [{ id, title: "Hyundai Kona 2023", price: "21900" }] },
  sold: {
    n: 2,
    price: 20_500.5,
    margin: 3500,
    rows: [
      { id, title: "Kia Rio 2019", price: 12_500.5, margin: 3500 },
      { title: "Ford Focus 2016", price: 8000 },
    ],
  },
  stands: { n: 7, cost: 84_300, withCost: 5, rows: [{ id, title: "Audi A4 2018", days: 90 }] },
  waits: {
    n: 2,
    rows: [
      { id, name: "Eva Ruiz", vehicle: "Kia Rio 2019", seller: "Luis Herrera", minutes: 2880 },
      { id, name: "Carla", minutes: 180 },
    ],
  },
};
const write = (changes = {}) => renderTemplate("weekly", { ...week, ...changes }, site);

test("the weekly mail lists waiting leads, sales, arrivals and old stock", async () => {
  const { subject, text } = await write();
  expect(subject).toBe("Tu semana: 2 esperan respuesta, 2 vendidos y 1 nuevo");
  expect(text).toContain("del 28 de diciembre al 3 de enero");
  expect(text).toContain(`Esperan tu respuesta
- Eva Ruiz · Kia Rio 2019 · Luis Herrera · 2 días
  https://vitrina.example/leads?prospecto=${id}
- Carla · 3 h
  https://vitrina.example/leads?prospecto=${id}`);
  expect(text).toContain(`- Kia Rio 2019 · margen $3,500 · $12,500.50
  https://vitrina.example/vehicle/${id}
- Ford Focus 2016 · $8,000
  https://vitrina.example/sales
En total: $20,500.50 · margen $3,500.`);
  expect(text).toContain("- Hyundai Kona 2023 · $21,900");
  expect(text).toContain(`- Audi A4 2018 · 90 días
  https://vitrina.example/vehicle/${id}
- Ver los 7
  https://vitrina.example/inventory-health?lista=61-mas#lista
Dinero parado: $84,300 (costo de 5 de 7 vehículos).`);
});

test.each([
  [{ withPrice: 6, withMargin: 6 }, "$3,500. De 6 de 13 ventas. El margen, de 6 de 13.\n"],
  [{ withPrice: 6, withMargin: 4 }, "$3,500. De 6 de 13 ventas. El margen, de 4 de 13.\n"],
  [{ withPrice: 13, withMargin: 4 }, "$3,500. El margen, de 4 de 13.\n"],
  [{ withPrice: 13, withMargin: 13 }, "$3,500.\n"],
])("the weekly mail says how many sales a total covers: %j", async (known, end) => {
  const { text } = await write({ sold: { ...week.sold, n: 13, ...known } });
  expect(text).toContain(`En total: $20,500.50 · margen ${end}`);
});

test("the weekly mail says how many prices are known if no margin is", async () => {
  const sales = { n: 13, price: 90_000, withPrice: 6, withMargin: 0, rows: week.sold.rows };
  const { text } = await write({ sold: sales });
  expect(text).toContain("En total: $90,000. De 6 de 13 ventas.\n");
});

test("the weekly mail lists an arrival that was deleted since", async () => {
  const { text } = await write({ came: { n: 1, rows: [{ title: "Fiat Uno 2009" }] } });
  expect(text).toContain("- Fiat Uno 2009 · A consultar\n  https://vitrina.example/sales");
});

test.each([
  ["MXN", "$12,500.50", "$8,000", "$20,500.50", "$3,500", "$21,900", "$84,300"],
  ["COP", "$ 12.501", "$ 8.000", "$ 20.501", "$ 3.500", "$ 21.900", "$ 84.300"],
  ["EUR", "12.500,50 €", "8.000 €", "20.500,50 €", "3.500 €", "21.900 €", "84.300 €"],
])("the weekly mail formats amounts in %s", async (currency, ...shown) => {
  const [one, other, total, margin, asked, cost] = shown;
  const { text } = await write({ currency });
  const plain = text.replaceAll("\u00a0", " ");
  expect(plain).toContain(`- Kia Rio 2019 · margen ${margin} · ${one}\n`);
  expect(plain).toContain(`- Ford Focus 2016 · ${other}\n`);
  expect(plain).toContain(`En total: ${total} · margen ${margin}.`);
  expect(plain).toContain(`- Hyundai Kona 2023 · ${asked}\n`);
  expect(plain).toContain(`Dinero parado: ${cost} (`);
});

test("the weekly mail keeps a typed dollar price, and shows no price as 'A consultar'", async () => {
  const rows = [
    { id, title: "Ford Ka 2010", price: "US$ 9,900" },
    { id, title: "Fiat Uno 2009" },
  ];
  const { text } = await write({ currency: "MXN", came: { n: 2, rows } });
  expect(text).toContain("- Ford Ka 2010 · US$ 9,900\n");
  expect(text).toContain("- Fiat Uno 2009 · A consultar\n");
});

test("a reader without access to figures only sees asking prices", async () => {
  const { html, text } = await write({
    sold: { n: 1, rows: [{ id, title: "Kia Rio 2019" }] },
    stands: { n: 1, rows: week.stands.rows },
  });
  for (const form of [html, text]) {
    expect(form.match(/\$[\d,.]+/g)).toEqual(["$21,900"]);
    expect(form).not.toMatch(/margen|Dinero|undefined/);
  }
});

test("an empty section has no heading", async () => {
  const { subject, text } = await write({ came: none, sold: none, waits: none });
  expect(subject).toBe("Tu semana: 7 llevan más de 60 días");
  expect(text).not.toMatch(/Esperan|Se vendió|Llegó/);
  expect(text).toContain("https://vitrina.example/dashboard");
});

test("the weekly mail has an unsubscribe link and header", async () => {
  const { html, text, unsubscribeUrl } = await write();
  const address = `https://vitrina.example/unsubscribe?key=${week.key}`;
  expect(unsubscribeUrl).toBe(address);
  expect(html).toContain(`<a class="soft" href="${address}"`);
  expect(text).toContain(`Dejar de recibir este correo:\n${address}`);
});

test("user input is escaped", async () => {
  const row = { ...week.waits.rows[0], name: "<b>Eva</b>" };
  const { html } = await write({ waits: { n: 1, rows: [row] } });
  expect(html).not.toContain("<b>Eva");
});
