import { randomBytes } from "node:crypto";
import { type Account, createUser, signIn } from "#backend-tests/support/accounts.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import type { TestServer } from "./server.ts";

/** An account with a signed-in client. */
export type Person = Account & { fullName: string };

/** The part of a server that these functions need, so that a server in another process fits. */
type Host = Pick<TestServer, "url" | "anonKey" | "service" | "sql">;

type PersonOptions = {
  fullName?: string;
  email?: string;
  phone?: string;
  slug?: string | null;
  config?: Record<string, unknown>;
  active?: boolean;
  /** The bcrypt cost of the password, minimal by default; the server uses 10. */
  hashCost?: number;
};

type Profile = PersonOptions & {
  role: "admin" | "concesionario" | "vendedor";
  dealershipId?: string | undefined;
};

/** An active administrator. */
export function createAdmin(server: Host, options: PersonOptions = {}): Promise<Person> {
  return createPerson(server, { fullName: "Ada Administradora", ...options, role: "admin" });
}

/** An active dealership with a public page. */
export function createDealership(server: Host, options: PersonOptions = {}): Promise<Person> {
  return createPerson(server, { fullName: "Autos del Valle", ...options, role: "concesionario" });
}

/** An active salesperson of a dealership, or of none. */
export function createSalesperson(
  server: Host,
  dealershipId: string | undefined,
  options: PersonOptions = {},
): Promise<Person> {
  const fullName = "Valeria Vendedora";
  return createPerson(server, { fullName, ...options, role: "vendedor", dealershipId });
}

async function createPerson(server: Host, account: Profile): Promise<Person> {
  const mark = randomBytes(4).toString("hex");
  const fullName = account.fullName ?? account.role;
  const user = await createUser(server, {
    ...account,
    email: account.email ?? `${account.role}-${mark}@example.com`,
    metadata: { full_name: fullName },
  });
  await server.sql`update public.profiles set
    full_name = ${fullName}, role = ${account.role}, is_active = ${account.active ?? true},
    dealership_id = ${account.dealershipId ?? null},
    public_slug = ${account.slug === undefined ? defaultSlug(account, mark) : account.slug},
    config = config || ${server.sql.json((account.config ?? {}) as never)}
    where id = ${user.id}`;
  const client = createTestClient(server.url, server.anonKey);
  if (account.active !== false) await signIn(client, user);
  return { ...user, fullName, client };
}

/** A default slug contains the role, except for administrators: "admin" is reserved. */
function defaultSlug({ role }: Profile, mark: string): string {
  return `${role === "admin" ? "jefa" : role}-${mark}`;
}
