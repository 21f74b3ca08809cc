import type { Sql } from "#backend/postgres/sql.ts";
import { challengeSeconds } from "../factors/challenge-seconds.ts";

/** A person of auth.users with what belongs to them, as `userColumns` selects it. */
export type UserRow = {
  id: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  banned: boolean;
  identities: Record<string, unknown>[];
  factors: Factor[];
};

type Factor = { status: string } & Record<string, unknown>;

/**
 * The columns of a `UserRow`, for a statement in which auth.users is called u. Their names and
 * order are GoTrue's.
 */
export function userColumns(sql: Sql) {
  return sql`
    u.id, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
    u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
    u.created_at, u.updated_at, u.banned_until, coalesce(u.banned_until > now(), false) as banned,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email
      ) order by i.created_at, i.provider), '[]')
      from auth.identities i where i.user_id = u.id
    ) as identities,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'created_at', f.created_at, 'updated_at', f.updated_at
      ) order by f.created_at), '[]')
      from (
        select id, friendly_name, factor_type::text, status::text, created_at, updated_at from auth.mfa_factors
        where user_id = u.id and (status = 'verified' or created_at > now() - make_interval(secs => ${challengeSeconds}))
        union all
        select id, friendly_name, 'recovery_code', 'verified', created_at, updated_at from private.recovery_sets
        where user_id = u.id
      ) f
    ) as factors`;
}
