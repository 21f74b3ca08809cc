import { fileURLToPath } from "node:url";
import { backendMigrations, type DatabaseSchema } from "../../../src/index.ts";

const path = fileURLToPath(new URL("./migrations", import.meta.url));

/** The backend's tables, and a product of notes, papers and pictures on them. */
export const notesSchema: DatabaseSchema = {
  folders: [backendMigrations, { path, ledger: "supabase_migrations.schema_migrations" }],
};
