/**
 * `npm run chaos -- --minutes 10`: people act at twice the rate that the server sustains, while the
 * server and PostgreSQL are killed at random. Exits with 1 if acknowledged data is missing, if an
 * answer was neither correct nor 429 or 503, or if memory has grown.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedServer } from "../../backend/src/postgres/embedded/embedded-server.ts";
import { openPool } from "../../backend/src/postgres/pool.ts";
import type { Sql } from "../../backend/src/postgres/sql.ts";
import {
  createDataFolder,
  makeAnonKey,
  makeServiceKey,
} from "../../tests/support/server-process.ts";
import { createRequester } from "./ask.ts";
import { driveAtRate, measureSustained } from "./drive.ts";
import { startKilling } from "./killer.ts";
import { summarizeMemory } from "./memory.ts";
import { createWorld, type World } from "./world.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string" },
    pages: { type: "string", default: "build" },
  },
});
const seconds = Number(values.minutes) * 60;
const calibration = 10;
const mostMegabytes = 640;
const mostGrowth = 1.2;

const environment = {
  NODE_ENV: "production",
  LOG_LEVEL: "error",
  MALLOC_ARENA_MAX: "2",
  NODE_COMPILE_CACHE: "node_modules/.cache/node",
  NODE_OPTIONS: "--max-semi-space-size=8 --max-old-space-size=1024",
  PAGES: values.pages,
  TRUSTED_PROXIES: "127.0.0.1, ::1",
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = createDataFolder();
let isGood = false;
try {
  isGood = await runChaos();
} finally {
  folder.remove();
}
process.exit(isGood ? 0 : 1);

async function runChaos(): Promise<boolean> {
  const first = await folder.start(environment);
  const [anonKey, serviceKey] = [await makeAnonKey(folder.path), await makeServiceKey(folder.path)];
  const postgres = await startEmbeddedServer(join(folder.path, "postgres"));
  const sql = openPool(postgres.urlOf("vitrina"), { max: 2 });
  const { ask, close } = createRequester(first.url);
  const world = await createWorld({ url: first.url, anonKey, serviceKey, sql }, ask);

  const sustained = await measureSustained(world, calibration);
  const rate = values.rate ? Number(values.rate) : sustained * 2;
  say(`sustained: ${sustained.toFixed(0)} a second; driven at ${rate.toFixed(0)} for ${seconds} s`);

  const start = (more: Record<string, string>) => folder.start({ ...environment, ...more });
  const killer = startKilling(folder, first, { start, seconds });
  const counts = await driveAtRate(world, { rate, seconds, mayBreak: killer.wasKilled });
  const server = await killer.stop();
  await waitUntilReady(server.url).catch((error: Error) => {
    for (const line of killer.report()) say(`  ${line}`);
    throw error;
  });

  const lost = await findLost(world, sql);
  const { peak, growth } = summarizeMemory(killer.memory);
  close();
  await sql.end({ timeout: 1 });
  server.child.kill("SIGTERM");
  await server.ended;

  const { ledger } = world;
  const count = (what: string) => killer.kills.filter((kill) => kill.what === what).length;
  for (const [key, times] of [...counts.statuses].toSorted()) say(`  ${key}  ${times}`);
  for (const line of [...new Set(counts.wrong)].slice(0, 20)) say(`  wrong: ${line}`);
  for (const line of lost.slice(0, 20)) say(`  lost: ${line}`);
  const checks: [string, string, boolean][] = [
    ["killed", `${count("server")} times the server, ${count("database")} times PostgreSQL`, true],
    ["wrong answers", `${counts.wrong.length} of ${counts.answered}`, counts.wrong.length === 0],
    [
      "acknowledged and lost",
      `${lost.length} of ${ledger.vehicles.length} vehicles, ${ledger.photos.length} photos, ${ledger.leads.length} leads, ${ledger.sessions.length} sessions`,
      lost.length === 0,
    ],
    ["most memory", `${peak.toFixed(0)} MB (at most ${mostMegabytes})`, peak < mostMegabytes],
    [
      "growth of memory in the second half of the longest life",
      `${growth.toFixed(2)} (at most ${mostGrowth})`,
      growth < mostGrowth,
    ],
  ];
  for (const [name, value, holds] of checks) say(`${holds ? "✓" : "✗"} ${name}: ${value}`);
  return checks.every(([, , holds]) => holds);
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch((error: Error) => error);
    if (answer instanceof Response && answer.status === 200) return;
    if (performance.now() > deadline) {
      const said = answer instanceof Response ? await answer.text() : String(answer.cause);
      throw new Error(`The server was not ready within 30 s: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Acknowledged data that is missing, one line each. */
async function findLost(world: World, sql: Sql): Promise<string[]> {
  const { vehicles, prices, photos, leads, sessions, tokens } = world.ledger;
  const missing = async (what: string, wanted: string[], rows: { key: string }[]) => {
    const found = new Set(rows.map(({ key }) => key));
    return wanted.filter((each) => !found.has(each)).map((each) => `${what} ${each}`);
  };
  const lost = [
    ...(await missing("vehicle", vehicles, await sql`select id::text as key from public.vehicles`)),
    ...(await missing("lead", leads, await sql`select email as key from public.leads`)),
    ...(await missing("session", sessions, await sql`select id::text as key from auth.sessions`)),
  ];
  for (const [id, price] of prices) {
    const [row] = await sql<
      { price: string }[]
    >`select price from public.vehicles where id = ${id}`;
    // One more may have been written without an answer.
    if (![Number(price), Number(price) + 1].includes(Number(row?.price))) {
      lost.push(`price ${price} of ${id}, which is ${row?.price}`);
    }
  }
  for (const path of photos) {
    const { status } = await world.ask({ path });
    if (status !== 200) lost.push(`photo ${path}: ${status}`);
  }
  for (const [id, token] of tokens) {
    const path = "/auth/v1/token?grant_type=refresh_token";
    const headers = { apikey: world.anonKey, "content-type": "application/json" };
    const body = JSON.stringify({ refresh_token: token });
    const { status, text } = await world.ask({ method: "POST", path, headers, body });
    if (status !== 200) lost.push(`session of ${id}: ${status} ${text}`);
  }
  const twice = await sql`select email from public.leads group by email having count(*) > 1`;
  return [...lost, ...twice.map(({ email }) => `lead ${email} is there twice`)];
}
