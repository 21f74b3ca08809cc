import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/bcrypt";
import type { SupabaseClient } from "@supabase/supabase-js";
import { unusedPhone } from "./phones.ts";
import { createTestClient, type TestServer } from "./server.ts";

/** An account that can sign in, and a client that has done so. */
export type Person = {
  id: string;
  email: string;
  phone: string;
  password: string;
  fullName: string;
  client: SupabaseClient;
};

/** What the makers need of a server, so that one in another process will do. */
type Host = Pick<TestServer, "url" | "anonKey" | "service" | "sql">;

type Wishes = {
  fullName?: string;
  email?: string;
  phone?: string;
  slug?: string | null;
  config?: Record<string, unknown>;
  active?: boolean;
  /** bcrypt's cost of the password, cheapest where it is left out; the server's own is 10. */
  hashCost?: number;
};

type Account = Wishes & {
  role: "admin" | "concesionario" | "vendedor";
  dealershipId?: string | undefined;
};

/** An active administrator. */
export function createAdmin(server: Host, wishes: Wishes = {}): Promise<Person> {
  return createPerson(server, { fullName: "Ada Administradora", ...wishes, role: "admin" });
}

/** An active dealership with a public page. */
export function createDealership(server: Host, wishes: Wishes = {}): Promise<Person> {
  return createPerson(server, { fullName: "Autos del Valle", ...wishes, role: "concesionario" });
}

/** An active salesperson of a dealership, or of none. */
export function createSalesperson(
  server: Host,
  dealershipId: string | undefined,
  wishes: Wishes = {},
): Promise<Person> {
  const fullName = "Valeria Vendedora";
  return createPerson(server, { fullName, ...wishes, role: "vendedor", dealershipId });
}

async function createPerson(server: Host, account: Account): Promise<Person> {
  const mark = randomBytes(4).toString("hex");
  const email = account.email ?? `${account.role}-${mark}@example.com`;
  const phone = account.phone ?? `1${unusedPhone()}`;
  const password = `clave-${mark}`;
  const fullName = account.fullName ?? account.role;
  const { data, error } = await server.service().auth.admin.createUser({
    email,
    phone,
    password_hash: await hash(password, { cost: account.hashCost ?? 4, version: "2a" }),
    email_confirm: true,
    phone_confirm: true,
    user_metadata: { full_name: fullName },
  });
  if (error) throw error;
  const { id } = data.user;
  await server.sql`update public.profiles set
    full_name = ${fullName}, role = ${account.role}, is_active = ${account.active ?? true},
    dealership_id = ${account.dealershipId ?? null},
    public_slug = ${account.slug === undefined ? defaultSlug(account, mark) : account.slug},
    config = config || ${server.sql.json((account.config ?? {}) as never)}
    where id = ${id}`;
  const client = createTestClient(server.url, server.anonKey);
  if (account.active !== false) {
    const signedIn = await client.auth.signInWithPassword({ email, password });
    if (signedIn.error) throw signedIn.error;
  }
  return { id, email, phone, password, fullName, client };
}

/** The role's name is no administrator's address: it would speak for the platform. */
function defaultSlug({ role }: Account, mark: string): string {
  return `${role === "admin" ? "jefa" : role}-${mark}`;
}

/** The access token that a person's client holds. */
export async function tokenOf({ client }: Pick<Person, "client">): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? "";
}

type Credentials = { email: string; password: string } | { phone: string; password: string };

/** How a sign-in ends: "signed in", or the code of its refusal. */
export async function trySignIn(
  server: Pick<TestServer, "anonymous">,
  credentials: Credentials,
): Promise<string> {
  const { error } = await server.anonymous().auth.signInWithPassword(credentials);
  return error?.code ?? "signed in";
}
