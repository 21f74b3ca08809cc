import { fileURLToPath } from "node:url";
import { backendMigrations, type DatabaseSchema } from "../../../src/index.ts";

const path = fileURLToPath(new URL("./migrations", import.meta.url));

/** The backend's tables with an example product: notes, papers and pictures. */
export const notesSchema: DatabaseSchema = {
  folders: [backendMigrations, { path, ledger: "supabase_migrations.schema_migrations" }],
};
