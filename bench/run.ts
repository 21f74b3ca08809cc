/**
 * `npm run bench`: runs each bench in its own world and compares its measurements with their
 * targets. Exits with 1 if one is missed. Names select benches: `npm run bench embedded-list`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeApiKey } from "../backend/src/http/identity/index.ts";
import { startEmbeddedServer } from "../backend/src/postgres/embedded/embedded-server.ts";
import { openPool } from "../backend/src/postgres/pool.ts";
import { createDataFolder, readJwtSecret } from "../tests/support/server-process.ts";
import type { Bench, Measurement } from "./support/bench.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -".ts".length));
const wanted = process.argv.slice(2);
/** These install packages or take a quarter of an hour, so they run only by name. */
const onDemand = new Set(["day", "lite", "next", "scale"]);

/** The Node flags of `npm start`, with the pages. */
const asInProduction = {
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "2",
  NODE_COMPILE_CACHE: "node_modules/.cache/node",
  NODE_OPTIONS: "--max-semi-space-size=8 --max-old-space-size=1024",
  PAGES: "build",
  TRUSTED_PROXIES: "127.0.0.1, ::1",
};

const measurements: Measurement[] = [];
for (const name of names.filter((each) =>
  wanted.length === 0 ? !onDemand.has(each) : wanted.includes(each),
)) {
  const { bench }: { bench: Bench } = await import(join(folder, `${name}.ts`));
  for (const measurement of await runInWorld(bench)) {
    measurements.push(measurement);
    process.stdout.write(`${describe(measurement)}\n`);
  }
}
process.exit(measurements.every(({ holds }) => holds) ? 0 : 1);

async function runInWorld(bench: Bench): Promise<Measurement[]> {
  const [data, another] = [createDataFolder(), createDataFolder()];
  try {
    const server = await data.start(asInProduction);
    const jwtSecret = readJwtSecret(data.path);
    const postgres = await startEmbeddedServer(join(data.path, "postgres"));
    const databaseUrl = postgres.urlOf("vitrina");
    const sql = openPool(databaseUrl, { max: 2 });
    try {
      const anonKey = await makeApiKey(jwtSecret, "anon");
      const serviceRoleKey = await makeApiKey(jwtSecret, "service_role");
      const over = { DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret };
      const startAnother = (environment: Record<string, string>) =>
        another.start({ ...asInProduction, ...over, ...environment });
      return await bench({ server, anonKey, serviceRoleKey, databaseUrl, sql, startAnother });
    } finally {
      await sql.end({ timeout: 1 });
      server.child.kill("SIGTERM");
      await server.ended;
    }
  } finally {
    another.remove();
    data.remove();
  }
}

function describe({ name, value, target, holds }: Measurement): string {
  return `${holds ? "✓" : "✗"} ${name}: ${value} (target: ${target})`;
}
