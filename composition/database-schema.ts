import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { backendMigrations, type DatabaseSchema } from "#backend";

/** What makes an installation's database: the backend's tables, and the product's upon them. */
export const databaseSchema: DatabaseSchema = {
  folders: [
    backendMigrations,
    { path: pathOf("../supabase/migrations"), ledger: "supabase_migrations.schema_migrations" },
  ],
  upgradeThrough: "commit 1fc14bd",
};

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** One side of the database as it is (`schemas`, in their order) and how it came to be. */
type SchemaSide = { name: string; migrationsFolder: string; schemas: string[] };

const backendFiles = [
  "roles",
  "settings",
  "auth",
  "accounts",
  "attempts",
  "storage",
  "mail",
  "reload",
];

/** The backend's side, and the product's, which builds on it. Paths are from the root. */
export const schemaSides: SchemaSide[] = [
  {
    name: "backend",
    migrationsFolder: "backend/src/schema/migrations",
    schemas: backendFiles.map((name) => `backend/src/schema/${name}.sql`),
  },
  {
    name: "product",
    migrationsFolder: "supabase/migrations",
    schemas: [
      ...readFileSync("supabase/config.toml", "utf8").matchAll(/"\.\/(schemas\/.+\.sql)"/g),
    ].map(([, path]) => `supabase/${path}`),
  },
];

/** The migrations of a side, the oldest first. */
export function listMigrationFiles({ migrationsFolder }: SchemaSide): string[] {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => `${migrationsFolder}/${name}`);
}
