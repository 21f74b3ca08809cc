import type { AuthContext } from "../auth-context.ts";

/** Queues a mail to a person, in the transaction that gives cause for it. */
export async function queueMail(
  { hooks, sql }: AuthContext,
  template: "invitation" | "recovery" | "recovery-closed",
  { id, email }: { id: string; email: string },
  link: { token: string; redirectTo: string } | Record<string, never> = {},
): Promise<void> {
  const data = { ...(await hooks.mailData(sql, id)), ...link };
  await sql`
    select private.queue_mail(${template}, ${email}, ${JSON.stringify(data)}::text::jsonb)`;
}
