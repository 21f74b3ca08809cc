import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "#backend/http/api-error.ts";
import { classifyFailure } from "#backend/postgres/failures.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { limits, requireAttempts } from "../limits.ts";
import { sendConfirmation } from "../links/send-confirmation.ts";
import { OptionalText, pickIdentifier, readEmail, readPhone } from "../sessions/identifier.ts";
import { issueSession } from "../sessions/issue-session.ts";
import { hashPassword } from "../sessions/password.ts";
import type { Session } from "../sessions/present-session.ts";
import { displaceUnproven } from "./displace-unproven.ts";
import { insertUser, type NewUser } from "./insert-user.ts";
import { Metadata } from "./metadata.ts";

/** Body of POST signup. */
export const SignUpInput = z
  .object({ email: OptionalText, phone: OptionalText, password: OptionalText, data: Metadata })
  .superRefine((input, refinement) => void pickIdentifier(input, refinement, "signup"));
export type SignUpInput = z.output<typeof SignUpInput>;

/**
 * Opens an account. While there is no administrator, whoever signs up as one becomes the first and
 * is signed in. Otherwise it is closed, or with SIGNUP=open makes an inactive account and answers
 * the same whether or not the address was taken. What the person may be is the database's decision;
 * the metadata they send is a wish. Throws over_request_rate_limit (429) too.
 */
export async function signUp({
  context,
  input,
}: {
  context: AuthContext;
  input: SignUpInput;
}): Promise<Session | PendingUser> {
  const isFirstAdmin = input.data.role === "admin" && !(await hasAdmin(context));
  if (!isFirstAdmin && context.config.signup !== "open") throw authError("signup_disabled");
  await requireAttempts(context, [limits.signUp]);
  const user: NewUser = {
    email: readEmail(input.email),
    phone: readPhone(context, input.phone),
    encryptedPassword: await hashPassword(context, input.password),
    isEmailConfirmed: isFirstAdmin,
    // There is no message to a phone that could confirm it: an administrator lets the account in,
    // or nobody does.
    isPhoneConfirmed: true,
    userMetadata: input.data,
    appMetadata: {},
  };
  return isFirstAdmin ? openFirstAdmin(context, user) : openAccount(context, user, input.password);
}

/** Whether the bootstrap is over. */
export async function hasAdmin({ sql }: Pick<AuthContext, "sql">): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`select public.admin_exists() as taken`;
  return row?.taken ?? true;
}

/**
 * Of two at once the database makes one the administrator; the other's account is rolled back, and
 * nobody is displaced by it.
 */
async function openFirstAdmin(context: AuthContext, newUser: NewUser): Promise<Session> {
  return context.transaction(async (transaction) => {
    await displaceUnproven(transaction, newUser);
    const user = await insertUser(transaction, newUser).catch((error) => {
      throw nameLostRace(error);
    });
    const [profile] = await transaction.sql<{ role: string; is_active: boolean }[]>`
      select role, is_active from public.profiles where id = ${user.id}`;
    if (profile?.role !== "admin" || !profile.is_active) throw authError("signup_disabled");
    const session = await issueSession({
      context: transaction,
      input: { user, method: "password" },
    });
    if (!session) throw authError("signup_disabled");
    return session;
  });
}

function nameLostRace(error: unknown): unknown {
  if (isDuplicate(error)) return authError("user_already_exists", { cause: error });
  const failure = classifyFailure(error);
  const isTaken = failure.kind === "sql" && failure.hint === "signup_disabled";
  return isTaken ? authError("signup_disabled", { cause: error }) : error;
}

/**
 * An address that is taken and not confirmed keeps no password but this one: who reads its mail may
 * be another than who chose first (docs/decisions/060).
 */
async function openAccount(
  context: AuthContext,
  newUser: NewUser,
  password: string,
): Promise<PendingUser> {
  const id = randomUUID();
  const wasTaken = await contest(context, newUser, password);
  try {
    await context.transaction(async (transaction) => {
      await insertUser(transaction, { ...newUser, id });
      await transaction.sql`insert into private.sign_ups (user_id) values (${id})`;
      if (newUser.email) {
        await sendConfirmation({ context: transaction, input: { email: newUser.email } });
      }
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if (!wasTaken) await contest(context, newUser, password);
  }
  return presentPending(id, newUser);
}

async function contest(
  { sql }: AuthContext,
  { email }: NewUser,
  password: string,
): Promise<boolean> {
  if (!email) return false;
  const [row] = await sql<{ taken: boolean }[]>`
    select private.contest_sign_up(${email}, ${password}) as taken`;
  return row?.taken ?? false;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ApiError && ["email_exists", "phone_exists"].includes(error.code);
}

/**
 * Made of the request alone, so that it cannot tell a new account from one that was there already.
 */
function presentPending(id: string, { email, phone, userMetadata }: NewUser) {
  const provider = email ? "email" : "phone";
  const now = new Date();
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: email ?? "",
    phone: phone ?? "",
    confirmation_sent_at: email ? now : undefined,
    app_metadata: { provider, providers: [provider] },
    user_metadata: userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** The answer to a sign-up that still waits for a confirmation and an administrator. */
export type PendingUser = ReturnType<typeof presentPending>;
