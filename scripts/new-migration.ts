/**
 * Writes the difference between schema files and migrations as the next migration of its side:
 * `node scripts/new-migration.ts <name>`. Data migrations must be added by hand.
 */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { extract } from "@supabase/pg-delta/extract";
import { plan } from "@supabase/pg-delta/plan";
import { Pool } from "pg";
import { openPool, readPgAddress } from "#backend";
import { listMigrationFiles, schemaSides } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { readCatalogue } from "../supabase/tests/support/catalogue.ts";

const [name = ""] = process.argv.slice(2);
if (!/^[a-z0-9_]+$/.test(name)) throw new Error("Usage: node scripts/new-migration.ts add_wheels");

const cluster = await startTestCluster();
try {
  for (const [index, side] of schemaSides.entries()) {
    const sides = schemaSides.slice(0, index + 1);
    const before = await makeDatabase(`migrated_${side.name}`, sides.flatMap(listMigrationFiles));
    const after = await makeDatabase(
      side.name,
      sides.flatMap(({ schemas }) => schemas),
    );
    const statements = await compare(before, after);
    if (statements.length === 0) continue;
    await requireEqual(before, after, statements);
    writeMigration(side.migrationsFolder, statements);
  }
} finally {
  await cluster.stop();
}

async function makeDatabase(database: string, files: string[]): Promise<string> {
  const server = openPool(cluster.url, { max: 1 });
  await server.unsafe(`create database ${database}`);
  await server.end();
  const url = Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;
  const texts = files.map((file) => ({ from: file, text: readFileSync(file, "utf8") }));
  await run(url, texts);
  return url;
}

/** On one connection, since files change session settings for later ones. */
async function run(url: string, texts: { from: string; text: string }[]): Promise<void> {
  const sql = openPool(url, { max: 1 });
  for (const { from, text } of texts) {
    await sql.unsafe(text).catch((cause) => {
      throw new Error(`${from}: ${cause.message}`, { cause });
    });
  }
  await sql.end();
}

async function compare(before: string, after: string): Promise<string[]> {
  const [source, desired] = [before, after].map((url) => new Pool(readPgAddress(url)));
  if (!source || !desired) return [];
  const { actions, preamble } = plan(
    (await extract(source)).factBase,
    (await extract(desired)).factBase,
  );
  await Promise.all([source.end(), desired.end()]);
  const destructive = actions.filter(({ dataLoss }) => dataLoss !== "none");
  for (const { sql } of destructive) say(`loses rows, review it: ${sql}`);
  // Objects belong to the role that migrates, whatever its name.
  const lasting = actions.filter(({ sql }) => !/ (OWNER TO|TO|FROM) "postgres"/.test(sql));
  if (lasting.length === 0) return [];
  const settings = preamble.map(({ name, value }) => `set local ${name} = ${value};\n`);
  return [...settings, ...lasting.map(({ sql }) => `${sql.trim()};\n`)];
}

/** Differences that the comparison tool does not support must be written by hand. */
async function requireEqual(before: string, after: string, statements: string[]): Promise<void> {
  await run(before, [{ from: "the increment", text: statements.join("\n") }]);
  const [made = [], wanted = []] = await Promise.all([before, after].map(readLines));
  const missing = wanted.filter((line) => !made.includes(line));
  const superfluous = made.filter((line) => !wanted.includes(line));
  for (const line of missing) say(`add by hand, missing: ${line}`);
  for (const line of superfluous) say(`remove by hand: ${line}`);
}

async function readLines(url: string): Promise<string[]> {
  const sql = openPool(url, { max: 1 });
  const lines = await readCatalogue(sql);
  await sql.end();
  return lines;
}

function writeMigration(folder: string, statements: string[]): void {
  const version = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = `${folder}/${version}_${name}.sql`;
  const text = statements.join("\n");
  writeFileSync(file, text);
  const sum = createHash("sha256").update(text).digest("hex");
  appendFileSync("supabase/migrations.sha256", `${sum}  ${file}\n`);
  say(`${file}: after editing it, update its checksum in supabase/migrations.sha256`);
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}
