import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { backendMigrations, type DatabaseSchema } from "#backend/postgres/migrations.ts";

/** What makes an installation's database: the backend's tables, and the product's upon them. */
export const databaseSchema: DatabaseSchema = {
  folders: [
    backendMigrations,
    { path: pathOf("./migrations"), ledger: "supabase_migrations.schema_migrations" },
  ],
  oldRows: {
    beforeCopy: readFileSync(pathOf("./old-rows/before-copy.sql"), "utf8"),
    afterCopy: readFileSync(pathOf("./old-rows/after-copy.sql"), "utf8"),
  },
};

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
