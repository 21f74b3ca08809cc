import { readFunctionAnswer } from "#contract/function-failure.ts";

/** Outcome of a submission; `reason` is the server's sentence, if any. */
export type LeadAnswer =
  | { outcome: "sent" }
  | { outcome: "refused"; reason: string | null }
  | { outcome: "unreachable" };

/** Request timeout. Retrying is safe: `private.is_repeated_lead` (leads.sql) finds duplicates. */
const TIMEOUT_MS = 30_000;

type Caller = { anonKey: string; accessToken?: string | undefined; send?: typeof fetch };

/**
 * Calls send-lead-notification or send-referral-notification (docs/product/leads.md), as a visitor
 * unless a token is given. Plain fetch, so that public pages need no client. Never throws.
 */
export async function sendLead(
  name: "send-lead-notification" | "send-referral-notification",
  body: Record<string, unknown>,
  { anonKey, accessToken, send = fetch }: Caller,
): Promise<LeadAnswer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS);
  try {
    const answer = await send(`/functions/v1/${name}`, {
      method: "POST",
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${accessToken ?? anonKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    const parsed = readFunctionAnswer(await answer.text().catch(() => null));
    if (answer.ok && parsed.success) return { outcome: "sent" };
    return { outcome: "refused", reason: parsed.success ? null : parsed.message };
  } catch {
    return { outcome: "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}
