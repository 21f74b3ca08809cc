import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { backendMigrations, type DatabaseSchema } from "#backend";

/** The migrations of an installation: the backend's, then the product's. */
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

/** The schema files (`schemas`, in order) and migrations of the backend or the product. */
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

/** The backend's side, then the product's. Paths are relative to the repository root. */
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

/** The migrations of a side, oldest first. */
export function listMigrationFiles({ migrationsFolder }: SchemaSide): string[] {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => `${migrationsFolder}/${name}`);
}
