import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#backend/postgres/sql.ts";
import { typedAmounts } from "#contract/fixtures.ts";
import { priceAmount } from "#contract/price.ts";
import {
  Currency,
  currencySign,
  formatAmountInput,
  formatMoney,
  moneyFormat,
} from "#contract/units.ts";
import { createPerson, type Person } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let dealer: Person;
let otherDealer: Person;

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
  otherDealer = await createPerson(world, "concesionario");
});
afterAll(() => world.close());

const add = async (owner: Person, columns: Columns) => {
  const row = { brand: "Kia", model: "Rio", year: 2020, published: true, ...columns };
  const [added] = await world.as(
    owner,
    (sql) => sql`insert into public.vehicles ${sql({ ...row, user_id: owner.id })} returning *`,
  );
  return added;
};

const choices = (dealership: Person) =>
  world.as("anonymous", (sql) => sql`select * from public.get_listing_choices(${dealership.id})`);

/** Thousands of short texts made of characters that occur in prices. */
function oddTexts(): string[] {
  const part = fc.constantFrom(
    ...[..."0159,.' $-"],
    "000",
    "234",
    "\u2009",
    "US$",
    "USD",
    "$U",
    "mil",
    "Q",
    "€",
  );
  const text = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(""));
  return fc.sample(text, { numRuns: 5000, seed: 1 });
}

describe("derived columns for search", () => {
  test.each([
    ["15000", "15000"],
    ["$15,000", "15000"],
    ["US$ 15,000.50", "15000.50"],
    ["15,000 USD", "15000"],
    ["$15.000", "15000"],
    ["1.250.000,50", "1250000.50"],
    ["15 mil", "15000"],
    ["15,5k", "15500"],
    ["RD$ 850,000", "850000"],
    ["MX$250,000.50", "250000.50"],
    ["250,000 MXN", "250000"],
    ["COP 85.000.000", "85000000"],
    ["Q 120,000", "120000"],
    ["15.000\u00a0€", "15000"],
    ["€ 15.000,50", "15000.50"],
    ["S/. 45 mil", "45000"],
    ["Bs.S 90.000", "90000"],
    ["15 000 €", "15000"],
    ["15\u202f000,50 €", "15000.50"],
    ["€15.000", "15000"],
    ["15.000,00 €", "15000.00"],
    ["$ 25.000", "25000"],
    ["15 00", null],
    ["2019 350", null],
    ["Lote 5", null],
    ["$U", null],
    ["15,00", "15.00"],
    ["0,999", null],
    ["15 mil al mes", null],
    ["A consultar", null],
    ["٣٠٠٠", null],
    [null, null],
  ])("a dealer's price %j has the amount %s", async (price, amount) => {
    expect((await add(dealer, { price }))?.price_amount).toBe(amount);
  });

  test("SQL and the browser parse the same amount in every currency and notation", async () => {
    const spaces = [" ", "\u00a0", "\u202f"];
    const amounts = Currency.options.flatMap((currency) => {
      const { before, after } = moneyFormat(currency);
      const sign = currencySign(currency);
      return [7, 950, 1234, 15_000, 1_234_567.5, 850_000.05].flatMap((amount) => {
        const numbers = [",", ".", ...spaces].flatMap((group) => {
          const [whole = "", cents] = String(amount).split(".");
          const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
          return [".", ","].map((decimal) => (cents ? grouped + decimal + cents : grouped));
        });
        return [
          formatMoney(amount, currency),
          formatAmountInput(amount, currency),
          ...numbers.flatMap((number) => [
            number,
            `${before}${number}${after}`,
            `${sign}${number}`,
            `${number} ${sign}`,
            `${currency} ${number}`,
            `${number} ${currency}`,
          ]),
        ];
      });
    });
    const texts = [...new Set([...amounts, ...typedAmounts.map(([text]) => text), ...oddTexts()])];
    const [row] = await world.sql<{ read: (string | null)[] }[]>`
      select array_agg(private.price_amount(text) order by n) as read
      from unnest(${texts}::text[]) with ordinality as typed (text, n)`;
    const read = row?.read.map((amount) => (amount === null ? null : Number(amount)));
    expect(texts.map((text, n) => [text, read?.[n]])).toEqual(
      texts.map((text) => [text, priceAmount(text)]),
    );
    expect(texts.filter((_, n) => read?.[n] === 15_000).length).toBeGreaterThan(300);
  });

  test("folded columns have no case, accents or double spaces", async () => {
    const row = await add(dealer, {
      brand: "Citroën",
      model: "C4  Picasso",
      color: "Añil",
      vin: "KM8K2CAB4PU001140",
      fuel_type: "Diésel",
    });
    expect(row).toMatchObject({
      brand: "Citroën",
      brand_folded: "citroen",
      model_folded: "c4 picasso",
      search_text: "citroen c4 picasso 2020 diesel anil km8k2cab4pu001140",
    });
  });

  test("an F-150 is found with and without its hyphen", async () => {
    expect(await add(dealer, { brand: "Ford", model: "F-150" })).toMatchObject({
      search_text: expect.stringMatching(/f-150.* f150$/),
    });
  });

  test("changing price and model updates the derived columns, which are read-only", async () => {
    const row = await add(dealer, { price: "9000" });
    const [changed] = await world.as(
      dealer,
      (sql) => sql`update public.vehicles set price = '8,500', model = 'Río' where id = ${row?.id}
        returning price_amount, model_folded`,
    );
    expect(changed).toEqual({ price_amount: "8500", model_folded: "rio" });
    await expect(
      world.as(
        dealer,
        (sql) => sql`update public.vehicles set price_amount = 1 where id = ${row?.id}`,
      ),
    ).rejects.toMatchObject({ code: "428C9" });
  });
});

describe("filter choices of a dealership", () => {
  test("a visitor gets each brand and model once, with count, years, prices, mileage", async () => {
    await add(otherDealer, { brand: "Kia", year: 2018, price: "9000", mileage: 50_000 });
    await add(otherDealer, { brand: "KIA", year: 2021, price: "$12,500", mileage: 900 });
    await add(otherDealer, { brand: "Kia", year: 1999, status: "Vendido", price: "1" });
    await add(otherDealer, { brand: "Kia", year: 1998, published: false });
    await add(otherDealer, { brand: "Kia", year: 1997, status: "En revisión" });
    await add(otherDealer, { brand: "Secreta", published: false });
    expect([...(await choices(otherDealer))]).toEqual([
      {
        brand: "KIA",
        model: "Rio",
        brand_folded: "kia",
        model_folded: "rio",
        vehicle_count: "2",
        oldest_year: 2018,
        newest_year: 2021,
        lowest_price: "9000",
        highest_price: "12500",
        highest_mileage: 50_000,
        body_style: null,
        fuel_type: null,
        drivetrain: null,
      },
    ]);
  });

  test("a visitor gets body style, fuel and drivetrain of public vehicles only", async () => {
    const owner = await createPerson(world, "concesionario");
    const pickup = { body_style: "Pickup", fuel_type: "Diésel", drivetrain: "4x4" };
    await add(owner, pickup);
    await add(owner, pickup);
    await add(owner, { body_style: "Van", published: false });
    await add(owner, { body_style: "SUV", status: "Vendido" });
    const rows = await choices(owner);
    expect(
      rows.map(({ vehicle_count, body_style, fuel_type, drivetrain }) => [
        vehicle_count,
        body_style,
        fuel_type,
        drivetrain,
      ]),
    ).toEqual([["2", "Pickup", "Diésel", "4x4"]]);
  });

  test("a visitor gets no choices for an inactive dealership", async () => {
    const asleep = await createPerson(world, "concesionario");
    await add(asleep, {});
    expect(await choices(asleep)).toHaveLength(1);
    await world.sql`update public.profiles set is_active = false where id = ${asleep.id}`;
    expect(await choices(asleep)).toHaveLength(0);
  });

  test("every signed-in person gets the same choices as a visitor", async () => {
    const ask = (actor: Actor) =>
      world.as(actor, (sql) => sql`select * from public.get_listing_choices(${dealer.id})`);
    const visitors = [...(await ask("anonymous"))];
    expect(visitors.length).toBeGreaterThan(0);
    for (const who of [dealer, otherDealer]) expect([...(await ask(who))]).toEqual(visitors);
  });
});

describe("search in a dealership's inventory", () => {
  let lot: Person;

  beforeAll(async () => {
    lot = await createPerson(world, "concesionario");
    const cars: Columns[] = [
      { brand: "Toyota", model: "Corolla", year: 2021, price: "$18,500", color: "Blanco" },
      {
        brand: "Hyundai",
        model: "Kona",
        year: 2023,
        color: "Añil",
        vin: "KM8K2CAB4PU001140",
        body_style: "SUV",
        fuel_type: "Híbrido",
        transmission: "Automático",
      },
      { brand: "Kia", model: "Río", description: "Único dueño. Cámara de reversa." },
      {
        brand: "Ford",
        model: "F-150",
        engine: "5.0 V8",
        description: "De un solo propietario",
        body_style: "Pickup",
        drivetrain: "4x4",
        equipment: ["Caja de herramientas"],
        stock_number: "P-77",
      },
      { brand: "Toyota", model: "Oculto", published: false },
      { brand: "Toyota", model: "Despachado", status: "Vendido" },
      { brand: "Toyota", model: "Revisandose", status: "En revisión" },
    ];
    for (const car of cars) await add(lot, car);
    await add(otherDealer, { brand: "Toyota", model: "Ajeno" });
  });

  const find = async (text: string | null, actor: Actor = "anonymous", owner = lot) => {
    const rows = await world.as(
      actor,
      (sql) => sql<{ model: string; exact: boolean }[]>`
        select model, exact from public.search_listing(${owner.id}, ${text}) order by model`,
    );
    return rows.map(({ model, exact }) => (exact ? model : `~${model}`));
  };

  test.each([
    ["2021 toyota", ["Corolla"]],
    ["KONA añil", ["Kona"]],
    ["anil kóna 2023", ["Kona"]],
    ["18500", ["Corolla"]],
    ["toyota de $18,500", ["Corolla"]],
    ["u001140", ["Kona"]],
    ["camara UNICO dueño kia", ["Río"]],
    ["f150 v8", ["F-150"]],
    ["rio", ["Río"]],
    ["f-150", ["F-150"]],
    ["km8k2", ["Kona"]],
    ["herramientas p77", ["F-150"]],
    ["Camioneta", ["F-150", "Kona"]],
    ["camionetas híbridas", ["Kona"]],
    ["una troca 4x4", ["F-150"]],
    ["SUV automática", ["Kona"]],
    ["carros", ["Corolla", "F-150", "Kona", "Río"]],
    ["", ["Corolla", "F-150", "Kona", "Río"]],
    ["%_*.", ["Corolla", "F-150", "Kona", "Río"]],
  ])("a visitor who types %j finds %j", async (text, found) => {
    expect(await find(text)).toEqual(found);
  });

  test.each([
    ["toyoya", ["~Corolla"]],
    ["hyndai kona", ["~Kona"]],
    ["corola blanca", ["~Corolla"]],
    ["camionta", ["~F-150", "~Kona"]],
    ["toyta", ["~Corolla"]],
    ["toyoya corola blnco 2021", ["~Corolla"]],
    ["toyoya corola blnco corrolla", []],
    ["kona 2024", []],
    ["kix", []],
    ["zeppelin", []],
  ])(
    "a visitor's typos match similar words in letters, not in digits (%j: %j)",
    async (text, found) => {
      expect(await find(text)).toEqual(found);
    },
  );

  test.each(["oculto", "despachado", "revisandose", "ajeno", "ocultp"])(
    "no one finds hidden, sold, unreviewed or another dealership's vehicles by %j",
    async (text) => {
      const actors: Actor[] = ["anonymous", lot, otherDealer];
      for (const actor of actors) expect(await find(text, actor)).toEqual([]);
    },
  );

  test("a visitor finds nothing at an inactive dealership", async () => {
    const asleep = await createPerson(world, "concesionario");
    await add(asleep, { model: "Dormido" });
    expect(await find("dormido", "anonymous", asleep)).toEqual(["Dormido"]);
    await world.sql`update public.profiles set is_active = false where id = ${asleep.id}`;
    expect(await find("dormido", "anonymous", asleep)).toEqual([]);
  });
});
