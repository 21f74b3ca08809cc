import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/bcrypt";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createTestClient } from "./create-test-client.ts";
import { unusedPhone } from "./phones.ts";
import type { TestServer } from "./test-server.ts";

/** A confirmed account. */
export type User = { id: string; email: string; phone: string; password: string };

/** A confirmed account, and a client that is signed in as it. */
export type Account = User & { client: SupabaseClient };

type UserOptions = {
  email?: string;
  phone?: string;
  /** The bcrypt cost of the password. The default is the lowest; the server's own is 10. */
  hashCost?: number;
  metadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  /** Bans the account, as GoTrue's `ban_duration` does. */
  banDuration?: string;
};

/** Creates a confirmed account with a password, e-mail and phone. */
export async function createUser(
  server: Pick<TestServer, "service">,
  options: UserOptions = {},
): Promise<User> {
  const mark = randomBytes(4).toString("hex");
  const email = options.email ?? `account-${mark}@example.com`;
  const phone = options.phone ?? `1${unusedPhone()}`;
  const password = `password-${mark}`;
  const { data, error } = await server.service().auth.admin.createUser({
    email,
    phone,
    password_hash: await hash(password, { cost: options.hashCost ?? 4, version: "2a" }),
    email_confirm: true,
    phone_confirm: true,
    ...(options.metadata ? { user_metadata: options.metadata } : {}),
    ...(options.appMetadata ? { app_metadata: options.appMetadata } : {}),
    ...(options.banDuration ? { ban_duration: options.banDuration } : {}),
  });
  if (error) throw error;
  return { id: data.user.id, email, phone, password };
}

/** Creates an account and signs in to it. */
export async function createAccount(
  server: Pick<TestServer, "service" | "url" | "anonKey">,
  options: UserOptions = {},
): Promise<Account> {
  const user = await createUser(server, options);
  const client = createTestClient(server.url, server.anonKey);
  await signIn(client, user);
  return { ...user, client };
}

/** Signs a client in, or throws. */
export async function signIn(
  client: SupabaseClient,
  { email, password }: Pick<User, "email" | "password">,
): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

/** The access token of a signed-in client. */
export async function tokenOf({ client }: { client: SupabaseClient }): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? "";
}

type Credentials = { email: string; password: string } | { phone: string; password: string };

/** The result of a sign-in: "signed in", or the error code. */
export async function trySignIn(
  server: Pick<TestServer, "anonymous">,
  credentials: Credentials,
): Promise<string> {
  const { error } = await server.anonymous().auth.signInWithPassword(credentials);
  return error?.code ?? "signed in";
}
