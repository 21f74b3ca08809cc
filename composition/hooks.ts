import type { CredentialChange, Hooks, Sql } from "#backend";
import { REQUEST_UNDER_REVIEW } from "#contract/accounts/access-request.ts";

/** The product's hooks; the work is done in SQL. */
export const hooks: Hooks = {
  isFirstUser: async (sql, metadata) => {
    if (metadata && metadata.role !== "admin") return false;
    const [row] = await sql<{ taken: boolean }[]>`select public.admin_exists() as taken`;
    return row?.taken === false;
  },

  /** A link may reuse an unconfirmed account, unless its access request is pending. */
  beforeUserSaved: async (sql, { act, userId, email, phone }) => {
    if (act !== "link") {
      await sql`select private.displace_unproven_account(${email}, ${phone}, ${userId})`;
      return;
    }
    await sql`
      select private.displace_unproven_account(${email}, null)
      from auth.users u join public.access_requests r on r.user_id = u.id
      where u.email = ${email} and r.status = 'pending'`;
  },

  /**
   * If an unconfirmed address is taken, only the last password counts: the owner of the mailbox may
   * not be the first who signed up (docs/product/accounts.md). For a new account the call only
   * equalizes the timing.
   */
  afterSignUp: async (sql, { userId, email, password }) => {
    if (userId) await sql`insert into private.sign_ups (user_id) values (${userId})`;
    if (email) await sql`select private.contest_sign_up(${email}, ${password})`;
  },

  afterCredentialChange: async (sql, change) => {
    await logOwnChange(sql, change);
    const told = {
      password: null,
      "recovery-code-used": "recovery-code",
      "factor-added": "enrolled",
      "factor-removed": "removed",
    }[change.kind];
    if (told) await sql`select private.tell_second_factor_change(${change.userId}, ${told})`;
  },

  closedMessage: async (sql, userId) => {
    const [request] = await sql`
      select from public.access_requests where user_id = ${userId} and status = 'pending'`;
    return request ? REQUEST_UNDER_REVIEW : null;
  },

  mailData: async (sql, userId) => {
    const [person] = await sql<{ full_name: string }[]>`
      select full_name from public.profiles where id = ${userId}`;
    return { name: person?.full_name ?? "" };
  },

  everyMinute: async (sql) => {
    await sql`select private.sweep_unconfirmed_requests(), private.end_due_reservations(),
      private.sweep_vehicle_imports()`;
    await sql`select private.queue_weekly_mails()`;
  },

  sweepObjects: async (sql) => {
    await sql`select private.sweep_unnamed_objects()`;
  },

  servedTable: "private.served_objects",

  /** The width that a phone shows at the top of a vehicle page. */
  firstRendition: { width: "800", format: "webp" },

  words: {
    language: "es",
    confirmed: "Correo confirmado. Te avisaremos cuando tu cuenta esté activa.",
    inbox: {
      title: "Correo de prueba",
      refresh: "Actualizar",
      hint: "Aquí no sale ningún correo: sin servidor de correo (SMTP_URL), los mensajes se guardan en este equipo y se leen en esta página.",
      empty: "Todavía no hay mensajes.",
      back: "← Todos los mensajes",
      missing: "Mensaje no encontrado",
      to: "Para",
      from: "De",
      date: "Fecha",
      formatted: "Mensaje con formato",
      plain: "Texto sin formato",
      noSubject: "(sin asunto)",
    },
  },
};

/**
 * Writes an audit entry when an administrator changes their own credentials; others are not
 * audited.
 */
async function logOwnChange(sql: Sql, change: CredentialChange): Promise<void> {
  const line = lineOf(change);
  if (change.by !== "owner" || !line) return;
  await sql`
    select private.log_admin_write(${line.action}, ${line.table}, ${line.row},
      ${JSON.stringify(line.difference)}::text::jsonb, ${change.userId})`;
}

function lineOf(change: CredentialChange) {
  const { userId } = change;
  switch (change.kind) {
    case "recovery-code-used":
      return null;
    case "password": {
      const difference = { password: { old: "******", new: "******" } };
      return { action: "update", table: "users", row: userId, difference };
    }
    case "factor-added": {
      const difference = { user_id: { old: null, new: userId } };
      return { action: "insert", table: "mfa_factors", row: change.factorId, difference };
    }
    case "factor-removed": {
      const difference = { user_id: { old: userId, new: null } };
      return { action: "delete", table: "mfa_factors", row: change.factorId, difference };
    }
  }
}
