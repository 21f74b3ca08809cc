import type { UserRow } from "./user-row.ts";

/**
 * A person as the client reads them (GoTrue's models.User): no password, no tokens; times and
 * factors only where there are any.
 */
export function presentUser(user: UserRow) {
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: firstOf(user.email_confirmed_at, user.phone_confirmed_at),
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length > 0 ? user.factors : undefined,
    identities: user.identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: false,
  };
}

/** What supabase-js calls a user. */
export type PresentedUser = ReturnType<typeof presentUser>;

function firstOf(...times: (Date | null)[]): Date | undefined {
  const given = times.filter((time) => time !== null).map((time) => time.getTime());
  return given.length > 0 ? new Date(Math.min(...given)) : undefined;
}
