import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, createVehicle, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

/**
 * A month of two concurrent dealerships, day by day, with actions drawn from a fixed seed. A ledger
 * in cents predicts what every report must add up to.
 */
let world: World;
const months = ["2026-09-01", "2026-10-01"] as const;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A car in the ledger; money in cents. */
type Car = {
  id: string;
  acquired: string;
  cost: number | null;
  spent: number;
  sale: Sale | null;
  isGone: boolean;
};
type Sale = {
  day: string;
  price: number | null;
  commission: number | null;
  seller: Person;
  /** The total cost when it was deleted; null while its figures can still change. */
  keptCost: number | null;
};
type Ledger = { dealer: Person; sellers: Person[]; cars: Car[]; draw: (below: number) => number };

describe("the reports of a month", () => {
  test("match the ledger to the cent for two dealers working concurrently", async () => {
    const ledgers = [await openLedger(7), await openLedger(11)];
    for (const month of months) {
      for (let day = 1; day <= 30; day += 1) {
        const date = `${month.slice(0, 8)}${String(day).padStart(2, "0")}`;
        for (const ledger of ledgers) await liveThrough(ledger, date);
      }
    }
    for (const ledger of ledgers) {
      const sold = ledger.cars.filter(({ sale }) => sale);
      expect(sold.length).toBeGreaterThan(25);
      expect(sold.some(({ isGone }) => isGone)).toBe(true);
      expect(sold.some(({ sale }) => sale?.price === null)).toBe(true);
      expect(await readMonths(ledger)).toEqual(months.map((month) => addMonth(ledger, month)));
      expect(await readBoard(ledger)).toEqual(addBoard(ledger));
      expect(await readLot(ledger)).toEqual(addLot(ledger));
    }
  });
});

async function openLedger(seed: number): Promise<Ledger> {
  const dealer = await createPerson(world, "concesionario");
  const first = await createPerson(world, "vendedor", { dealership: dealer });
  const second = await createPerson(world, "vendedor", { dealership: dealer });
  return { dealer, sellers: [dealer, first, second], cars: [], draw: drawFrom(seed) };
}

/** A seeded linear congruential generator (Numerical Recipes). */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function liveThrough(ledger: Ledger, day: string): Promise<void> {
  const { cars, draw } = ledger;
  if (draw(10) < 8) await acquire(ledger, day);
  const standing = cars.filter(({ sale, isGone }) => !sale && !isGone);
  const sold = cars.filter(({ sale, isGone }) => sale && !isGone);
  const pick = (from: Car[]) => from[draw(from.length)];
  const spentOn = pick(standing);
  if (spentOn && draw(2)) await spend(ledger, spentOn, day);
  const reserved = pick(standing);
  if (reserved && draw(4) === 0) await reserve(ledger, reserved);
  const leaving = pick(standing);
  if (leaving && draw(10) < 6) await sell(ledger, leaving, day);
  const back = pick(sold);
  if (back && draw(8) === 0) await takeBack(ledger, back);
  const deleted = pick(sold);
  if (deleted?.sale && draw(6) === 0) await remove(ledger, deleted, deleted.sale);
}

async function acquire({ dealer, cars, draw }: Ledger, day: string): Promise<void> {
  const id = await createVehicle(world, dealer, { published: true });
  const cost = draw(6) === 0 ? null : 500_000 + draw(2_000_000);
  await world.as(
    dealer,
    (sql) => sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${id}, ${dealer.id}, ${day}, ${inMoney(cost)})`,
  );
  cars.push({ id, acquired: day, cost, spent: 0, sale: null, isGone: false });
}

async function spend({ dealer, draw }: Ledger, car: Car, day: string): Promise<void> {
  const amount = 1 + draw(90_000);
  await world.as(
    dealer,
    (
      sql,
    ) => sql`insert into public.vehicle_costs (vehicle_id, dealership_id, spent_on, label, amount)
      values (${car.id}, ${dealer.id}, ${day}, 'Taller', ${inMoney(amount)})`,
  );
  car.spent += amount;
}

/** A reservation with a deposit must not show up in any report, whether kept or released. */
async function reserve({ dealer, draw }: Ledger, car: Car): Promise<void> {
  await world.as(
    dealer,
    (sql) => sql`select public.reserve_vehicle(${car.id}, current_date + 2,
      now() + interval '2 days', 'Eva', null, ${inMoney(draw(100_000))})`,
  );
  if (draw(2)) {
    await world.as(dealer, (sql) => sql`select public.release_vehicle(${car.id})`);
  }
}

async function sell({ dealer, sellers, draw }: Ledger, car: Car, day: string): Promise<void> {
  const seller = sellers[draw(sellers.length)] ?? dealer;
  const price = draw(7) === 0 ? null : 600_000 + draw(3_000_000);
  const commission = draw(3) === 0 ? null : draw(80_000);
  // Half of them set the status first, as a client without sales does.
  if (draw(2)) {
    await world.as(
      dealer,
      (sql) => sql`update public.vehicles set status = 'Vendido' where id = ${car.id}`,
    );
  }
  await world.as(
    dealer,
    (sql) => sql`select public.sell_vehicle(${car.id}, ${day}, ${inMoney(price)}, 'Luis', null,
      ${seller.id}, ${inMoney(commission)})`,
  );
  car.sale = { day, price, commission, seller, keptCost: null };
}

async function takeBack({ dealer }: Ledger, car: Car): Promise<void> {
  await world.as(
    dealer,
    (sql) => sql`update public.vehicles set status = 'Disponible' where id = ${car.id}`,
  );
  car.sale = null;
}

async function remove({ dealer }: Ledger, car: Car, sale: Sale): Promise<void> {
  await world.as(dealer, (sql) => sql`delete from public.vehicles where id = ${car.id}`);
  sale.keptCost = costOf(car);
  car.isGone = true;
}

function costOf({ cost, spent }: Car): number | null {
  return cost === null ? null : cost + spent;
}

function inMoney(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}

/** The sum as SQL returns it: null if there is no value. */
function sum(parts: (number | null | undefined)[]): string | null {
  const known = parts.filter((part) => typeof part === "number");
  return known.length === 0 ? null : inMoney(known.reduce((all, part) => all + part, 0));
}

function marginOf(car: Car): number | null {
  const cost = car.sale?.keptCost ?? costOf(car);
  const price = car.sale?.price ?? null;
  return cost === null || price === null ? null : price - cost;
}

function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / 86_400_000;
}

function addMonth({ cars }: Ledger, month: string) {
  const sold = cars.filter(({ sale }) => sale?.day.startsWith(month.slice(0, 7)));
  const days = sold.map(({ acquired, sale }) => daysBetween(acquired, sale?.day ?? acquired));
  return {
    month,
    sold: String(sold.length),
    revenue: sum(sold.map(({ sale }) => sale?.price)),
    margin: sum(sold.map(marginOf)),
    commission: sum(sold.map(({ sale }) => sale?.commission)),
    sold_with_margin: String(sold.filter((car) => marginOf(car) !== null).length),
    sold_with_price: String(sold.filter(({ sale }) => sale?.price !== null).length),
    days_in_all: String(days.reduce((all, part) => all + part, 0)),
  };
}

const readMonths = ({ dealer }: Ledger) =>
  world.as(
    dealer,
    (sql) => sql`select month::text, sold, revenue, margin, commission, sold_with_margin,
        sold_with_price, days_in_all
      from public.sales_by_month order by month`,
  );

function addBoard({ cars, sellers }: Ledger) {
  const rows = sellers.map(({ id }) => {
    const own = cars.flatMap(({ sale }) => (sale?.seller.id === id ? [sale] : []));
    return { seller_id: id, sold: String(own.length), revenue: sum(own.map((s) => s.price)) };
  });
  return rows.sort((a, b) => a.seller_id.localeCompare(b.seller_id));
}

const readBoard = ({ dealer }: Ledger) =>
  world.as(
    dealer,
    (sql) => sql`select seller_id, sold, revenue from public.get_seller_board()
      order by seller_id`,
  );

function addLot({ cars }: Ledger) {
  const standing = cars.filter(({ sale, isGone }) => !sale && !isGone);
  return [{ standing: String(standing.length), cost: sum(standing.map(costOf)) }];
}

const readLot = ({ dealer }: Ledger) =>
  world.as(dealer, (sql) => sql`select count(*) as standing, sum(cost) as cost from public.lot`);
