/**
 * Creates what the product's migrations need and a Supabase project lacks: the mail queue, rate
 * limits and installation settings. Run with the project's DATABASE_URL before `supabase db push`;
 * running it again changes nothing.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installQueue, openPool } from "#backend";

const files = ["roles", "settings", "accounts", "attempts", "mail", "on-supabase"];

try {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new Error("DATABASE_URL: must be given (the project's own)");
  await installQueue(url);
  process.stdout.write((await prepare(url)) ? "The project is prepared\n" : "It was already\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function prepare(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1 });
  try {
    return await sql.begin(async (transaction) => {
      const [known] = await transaction`select to_regclass('private.settings') as settings`;
      if (known?.settings) return false;
      for (const name of files) await transaction.unsafe(read(name));
      return true;
    });
  } finally {
    await sql.end();
  }
}

function read(name: string): string {
  return readFileSync(
    fileURLToPath(new URL(`../backend/src/schema/${name}.sql`, import.meta.url)),
    "utf8",
  );
}
