import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "../../http/api-error.ts";
import { classifyFailure } from "../../postgres/failures.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { limits, requireAttempts } from "../attempt-limits.ts";
import { sendConfirmation } from "../links/send-link.ts";
import { Metadata, OptionalText, pickIdentifier, readEmail, readPhone } from "../read-input.ts";
import { hashPassword } from "../sessions/password.ts";
import { issueSession, type Session } from "../sessions/session.ts";
import { insertUser, type NewUser } from "./user.ts";

/** Body of POST signup. */
export const SignUpInput = z
  .object({ email: OptionalText, phone: OptionalText, password: OptionalText, data: Metadata })
  .superRefine((input, refinement) => void pickIdentifier(input, refinement, "signup"));
export type SignUpInput = z.output<typeof SignUpInput>;

/**
 * Creates an account. The first user is signed in; later ones wait for approval, or are rejected
 * unless SIGNUP=open.
 */
export async function signUp(context: AuthContext, input: SignUpInput) {
  const { config, hooks, sql } = context;
  const isFirst = await hooks.isFirstUser(sql, input.data);
  if (!isFirst && config.signup !== "open") throw authError("signup_disabled");
  await requireAttempts(context, [limits.signUp]);
  const user: NewUser = {
    email: readEmail(input.email),
    phone: readPhone(context, input.phone),
    encryptedPassword: await hashPassword(context, input.password),
    isEmailConfirmed: isFirst,
    // No message can confirm a phone: only an administrator can let this account in.
    isPhoneConfirmed: true,
    userMetadata: input.data,
    appMetadata: {},
  };
  return isFirst ? openFirstAccount(context, user) : openAccount(context, user, input.password);
}

/**
 * If two first sign-ups arrive at once, the database rejects one and its account is rolled back.
 */
async function openFirstAccount(context: AuthContext, newUser: NewUser): Promise<Session> {
  const { email, phone } = newUser;
  return context.transaction(async (transaction) => {
    const { hooks, sql } = transaction;
    await hooks.beforeUserSaved(sql, { act: "create", userId: null, email, phone });
    const user = await insertUser(transaction, newUser).catch((error) => {
      throw toSignUpError(error);
    });
    const session = await issueSession(transaction, user, "password");
    if (!session) throw authError("signup_disabled");
    return session;
  });
}

function toSignUpError(error: unknown): unknown {
  if (isDuplicate(error)) return authError("user_already_exists", { cause: error });
  const failure = classifyFailure(error);
  const isTaken = failure.kind === "sql" && failure.hint === "signup_disabled";
  return isTaken ? authError("signup_disabled", { cause: error }) : error;
}

async function openAccount(context: AuthContext, newUser: NewUser, password: string) {
  const id = randomUUID();
  const { email } = newUser;
  try {
    await context.transaction(async (transaction) => {
      await insertUser(transaction, { ...newUser, id });
      await context.hooks.afterSignUp(transaction.sql, { userId: id, email, password });
      if (email) await sendConfirmation(transaction, email);
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await context.transaction(({ hooks, sql }) =>
      hooks.afterSignUp(sql, { userId: null, email, password }),
    );
  }
  return presentPending(id, newUser);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ApiError && ["email_exists", "phone_exists"].includes(error.code);
}

/**
 * Built from the request alone, so that the response does not reveal whether the address is taken.
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
