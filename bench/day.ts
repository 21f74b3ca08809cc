import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { tokenOf } from "../backend/tests/support/accounts.ts";
import { createTestClient } from "../backend/tests/support/create-test-client.ts";
import { phonePhoto, smallJpeg } from "../backend/tests/support/images.ts";
import { makeInquiry } from "../tests/support/leads.ts";
import { createDealership } from "../tests/support/people.ts";
import { createRequester } from "./chaos/ask.ts";
import { randomAddress } from "./chaos/world.ts";
import type { Bench, BenchWorld, Measurement } from "./support/bench.ts";
import { percentile } from "./support/load.ts";
import { seedPlatform } from "./support/seed-platform.ts";

/** The load of one day of the platform, compressed into this many minutes. */
const day = { minutes: 10, visits: 30_000, leads: 2_000, photos: 500, changes: 2_000 };
const size = { vehicles: 20_000, dealerships: 1_000, leads: 0 };
const actingDealers = 25;
/** Upper limits for the 95th percentile. */
const mostMs = { page: 50, act: 150, photo: 2_000 };

type Kind = keyof typeof mostMs;
type Times = Record<Kind, number[]>;
type Dealer = { id: string; token: string; vehicle: string; photo: string };

/**
 * A day of a thousand dealerships in ten minutes, with the shipped limits: visitors from as many
 * addresses load a page with all its files and its photo and are counted, customers send inquiries,
 * dealers change prices and add photos. No request may be rejected.
 */
export const bench: Bench = async (world) => {
  await seedPlatform(world.sql, size);
  const { ask, close } = createRequester(world.server.url);
  const dealers = await openDealers(world, ask);
  const vehicles = await world.sql<{ id: string; photo?: string }[]>`
    select v.id from public.vehicles v join public.profiles p on p.id = v.user_id
    where v.published and p.is_active order by md5(v.id::text) limit 3000`;
  const pages = [...vehicles, ...dealers.map(({ vehicle, photo }) => ({ id: vehicle, photo }))];
  const times: Times = { page: [], act: [], photo: [] };
  const refusals: string[] = [];
  const timed = async (kind: Kind, request: Parameters<typeof ask>[0]) => {
    const began = performance.now();
    const answer = await ask(request);
    times[kind].push(performance.now() - began);
    if (answer.status < 200 || answer.status >= 400) {
      refusals.push(`${answer.status} ${request.method ?? "GET"} ${request.path}`);
    }
    return answer.text;
  };
  const json = (token: string, from: string) => ({
    apikey: world.anonKey,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "x-forwarded-for": from,
  });

  const files = await readFiles(pages[0]?.id ?? "", ask);
  const visit = async () => {
    const { id, photo } = pages[randomInt(pages.length)] ?? {};
    const from = { "x-forwarded-for": randomAddress(), "accept-encoding": "gzip" };
    await timed("page", { path: `/public/vehicle/${id}`, headers: from });
    const beside = [...files, ...(photo ? [photo] : [])];
    await Promise.all(beside.map((path) => ask({ path, headers: from })));
    const body = JSON.stringify({ p_vehicle_id: id });
    const headers = json(world.anonKey, from["x-forwarded-for"]);
    await timed("act", { method: "POST", path: "/rest/v1/rpc/record_vehicle_view", headers, body });
  };
  const sendLead = async () => {
    const dealer = pickFrom(dealers);
    const body = JSON.stringify(makeInquiry(dealer));
    const path = "/functions/v1/send-lead-notification";
    await timed("act", {
      method: "POST",
      path,
      headers: json(world.anonKey, randomAddress()),
      body,
    });
  };
  const changePrice = async () => {
    const { token, vehicle } = pickFrom(dealers);
    const path = `/rest/v1/vehicles?id=eq.${vehicle}`;
    const body = JSON.stringify({ price: String(randomInt(5_000, 50_000)) });
    await timed("act", { method: "PATCH", path, headers: json(token, randomAddress()), body });
  };
  const photos = [await phonePhoto(), await smallJpeg(1920, 1440)];
  const addPhoto = async (number: number) => {
    const { id, token } = pickFrom(dealers);
    const path = `vehicle_images/${id}/${1_700_000_000_000 + number}-foto.jpg`;
    const headers = { ...json(token, randomAddress()), "content-type": "image/jpeg" };
    const body = photos[number % photos.length] ?? Buffer.alloc(0);
    await timed("photo", { method: "POST", path: `/storage/v1/object/${path}`, headers, body });
  };

  await Promise.all([
    spread(day.visits, visit),
    spread(day.leads, sendLead),
    spread(day.changes, changePrice),
    spread(day.photos, addPhoto),
  ]);
  close();
  return [...measure(times), measureRefusals(refusals)];
};

/** Runs `act` this many times, evenly over the day, without waiting for earlier runs. */
async function spread(times: number, act: (number: number) => Promise<void>): Promise<void> {
  const everyMs = (day.minutes * 60_000) / times;
  const began = performance.now();
  const acts: Promise<void>[] = [];
  for (let number = 0; number < times; number += 1) {
    await pause(Math.max(0, began + number * everyMs - performance.now()));
    acts.push(act(number));
  }
  await Promise.all(acts);
}

/** The files that a browser loads for every vehicle page, from its HTML. */
async function readFiles(
  id: string,
  ask: ReturnType<typeof createRequester>["ask"],
): Promise<string[]> {
  const { text } = await ask({ path: `/public/vehicle/${id}` });
  const fetched = text.matchAll(/(?:href=|from |import )"(\/assets\/[\w.-]+)["#]/g);
  return [...new Set([...fetched].map(([, path = ""]) => path))];
}

function pickFrom(dealers: Dealer[]): Dealer {
  const dealer = dealers[randomInt(dealers.length)];
  if (!dealer) throw new Error("There is no dealer");
  return dealer;
}

/** Signed-in dealers, each with a vehicle that has a photo. */
async function openDealers(
  { server: { url }, anonKey, serviceRoleKey, sql }: BenchWorld,
  ask: ReturnType<typeof createRequester>["ask"],
): Promise<Dealer[]> {
  const service = () => createTestClient(url, serviceRoleKey);
  const photo = await smallJpeg(1600, 1200);
  return Promise.all(
    Array.from({ length: actingDealers }, async () => {
      const person = await createDealership({ url, anonKey, service, sql });
      const token = await tokenOf(person);
      const name = `vehicle_images/${person.id}/1600000000000-portada.jpg`;
      const headers = {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        "content-type": "image/jpeg",
      };
      await ask({ method: "POST", path: `/storage/v1/object/${name}`, headers, body: photo });
      const [row] = await sql<{ id: string }[]>`
        insert into public.vehicles (user_id, brand, model, year, price, published, images)
        values (${person.id}, 'Kia', 'Rio', 2021, '12000', true,
          array[${`${url}/storage/v1/object/public/${name}`}])
        returning id`;
      const shown = `/storage/v1/render/image/public/${name}?width=800&format=webp`;
      return { id: person.id, token, vehicle: row?.id ?? "", photo: shown };
    }),
  );
}

function measure(times: Times): Measurement[] {
  return Object.entries(mostMs).map(([kind, most]) => {
    const all = times[kind as Kind];
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(all, part));
    return {
      name: `a day in ${day.minutes} minutes: ${all.length} times a ${kind}`,
      value: `p95 ${p95?.toFixed(1)} ms (p50 ${p50?.toFixed(1)}, p99 ${p99?.toFixed(1)})`,
      target: `p95 at most ${most} ms`,
      holds: (p95 ?? most) <= most,
    };
  });
}

function measureRefusals(refusals: string[]): Measurement {
  return {
    name: "a day: refusals",
    value: [refusals.length, ...refusals.slice(0, 5)].join(", "),
    target: "none",
    holds: refusals.length === 0,
  };
}
