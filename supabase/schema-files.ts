import { readdirSync, readFileSync } from "node:fs";

/** One side of the database as it is (`schemas`, in their order) and how it came to be. */
export type SchemaSide = { name: string; migrationsFolder: string; schemas: string[] };

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
    migrationsFolder: "backend/schema/migrations",
    schemas: backendFiles.map((name) => `backend/schema/${name}.sql`),
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
