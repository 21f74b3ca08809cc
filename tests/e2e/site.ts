import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import type { Superuser } from "#tests/support/superuser.ts";
import { connectAsSuperuser } from "#tests/support/superuser.ts";

const Address = z.object({
  url: z.string(),
  anonKey: z.string(),
  serviceRoleKey: z.string(),
  databaseUrl: z.string(),
  untouchedUrl: z.string(),
});

/** The run's site: its URLs, clients of its API, and a superuser's connection to its database. */
export type Site = z.infer<typeof Address> & {
  sql: Superuser;
  service(): SupabaseClient;
  close(): Promise<void>;
};

/** Opens the site that start-site.ts started. */
export function openSite(): Site {
  const address = Address.parse(JSON.parse(process.env.E2E_SITE ?? "null"));
  const sql = connectAsSuperuser(address.databaseUrl);
  return {
    ...address,
    sql,
    service: () => createTestClient(address.url, address.serviceRoleKey),
    close: () => sql.end({ timeout: 1 }),
  };
}
