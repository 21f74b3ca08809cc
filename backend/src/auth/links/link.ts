import { createHash, randomBytes } from "node:crypto";
import { insertUser, type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { requireMetadataFits } from "../read-input.ts";

/** The hash stored in auth.one_time_tokens; private.send_verification_mail computes the same. */
export function hashOneTimeToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export const oneTimeTokenSeconds = 3600;

/** A token that confirms an address, or one that signs in to an account. */
export type OneTimeTokenKind = "confirmation_token" | "recovery_token";

/** The URL of a link; the mail templates build the same. */
export function linkAddress(
  siteUrl: string,
  { type, token, target }: { type: string; token: string; target: string },
): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: target })}`;
}

/**
 * Returns the requested redirect URL if it lies within the site, else the site's own (threat 22).
 */
export function redirectTarget(siteUrl: string, asked: string | undefined): string {
  const site = new URL(`${siteUrl}/`);
  const target = asked ? URL.parse(asked, site) : site;
  if (!target || !isWithin(site, target)) return site.href;
  target.hash = "";
  return target.href;
}

function isWithin(site: URL, target: URL): boolean {
  return (
    target.origin === site.origin &&
    target.username === "" &&
    target.password === "" &&
    `${target.pathname}/`.startsWith(site.pathname)
  );
}

/** Confirm an address, accept an invitation, sign in, or sign in and choose a new password. */
export type LinkType = "signup" | "invite" | "magiclink" | "recovery";

/** Password hash and metadata are for an account that is created with the link. */
export type LinkRequest = {
  type: LinkType;
  email: string;
  encryptedPassword: string;
  userMetadata: Record<string, unknown>;
};

/** The token is only in the link; the database stores its hash. */
export type PreparedLink = { type: LinkType; token: string; user: UserRow };

/**
 * Creates the link of this kind and invalidates the previous one. A signup or invite link may
 * create the account (GoTrue's adminGenerateLink).
 */
export async function prepareLink(
  context: AuthContext,
  request: LinkRequest,
): Promise<PreparedLink> {
  if (request.type === "signup" || request.type === "invite") {
    const { hooks, sql } = context;
    const user = { act: "link", userId: null, email: request.email, phone: null } as const;
    await hooks.beforeUserSaved(sql, user);
  }
  const account = await lockAccount(context, request.email);
  const type = !account && request.type === "magiclink" ? "signup" : request.type;
  const isFirst = type === "signup" || type === "invite";
  if (!account && !isFirst) {
    throw authError("user_not_found", { status: 404, message: "User with this email not found" });
  }
  if (account?.is_confirmed && isFirst) throw authError("email_exists");
  const { id } = account ?? (await openAccount(context, request));
  return makeLink(context, { ...request, type, id });
}

/** Creates a link for an existing account. The caller must have locked its row. */
export async function makeLink(context: AuthContext, request: LinkRequest & { id: string }) {
  const token = randomBytes(32).toString("hex");
  return { type: request.type, token, user: await storeToken(context, { ...request, token }) };
}

/** If two first links arrive at once, the second reuses the account that the first created. */
async function lockAccount({ sql }: AuthContext, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`;
  const [account] = await sql<{ id: string; is_confirmed: boolean }[]>`
    select id, email_confirmed_at is not null as is_confirmed
    from auth.users
    where email = ${email} and deleted_at is null and is_sso_user = false
    for no key update`;
  return account;
}

function openAccount(
  context: AuthContext,
  { email, encryptedPassword, userMetadata }: LinkRequest,
) {
  return insertUser(context, {
    email,
    phone: null,
    encryptedPassword,
    isEmailConfirmed: false,
    isPhoneConfirmed: false,
    userMetadata,
    appMetadata: {},
  });
}

/**
 * An invited user chooses the password, so an invitation clears one that was set for this address,
 * unless an administrator let the account in. A signup link sets its own password.
 */
async function storeToken(
  { sql }: AuthContext,
  request: LinkRequest & { id: string; token: string },
): Promise<UserRow> {
  const { type, id, email, token, encryptedPassword, userMetadata } = request;
  const hash = hashOneTimeToken(token);
  const isFirst = type === "signup" || type === "invite";
  const kind: OneTimeTokenKind = isFirst ? "confirmation_token" : "recovery_token";
  const metadata = type === "signup" ? userMetadata : {};
  const [user] = await sql<UserRow[]>`
    with kept as (
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${id}, ${kind}, ${hash}, ${email})
      on conflict (user_id, token_type) do update
      set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at
    )
    update auth.users u
    set confirmation_token = case when ${isFirst} then ${hash} else u.confirmation_token end,
      confirmation_sent_at = case when ${isFirst} then now() else u.confirmation_sent_at end,
      invited_at = case when ${type === "invite"} then now() else u.invited_at end,
      recovery_token = case when ${isFirst} then u.recovery_token else ${hash} end,
      recovery_sent_at = case when ${isFirst} then u.recovery_sent_at else now() end,
      encrypted_password = case
        when ${type === "signup" && encryptedPassword !== ""} then ${encryptedPassword}
        when ${type === "invite"} and u.banned_until > now() then ''
        else u.encrypted_password end,
      raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || ${JSON.stringify(metadata)}::text::jsonb
    where u.id = ${id}
    returning ${userColumns(sql)}`;
  if (!user) throw authError("user_not_found");
  requireMetadataFits("data", { change: metadata, saved: user.raw_user_meta_data });
  return user;
}
