/** How a submission ends; `reason` is the server's own sentence, if it gave one. */
export type LeadAnswer =
  | { outcome: "sent" }
  | { outcome: "refused"; reason: string | null }
  | { outcome: "unreachable" };

/**
 * Nobody waits longer for an answer; sending the same once more is safe, since the server knows it
 * by its submissionId.
 */
const PATIENCE_MILLISECONDS = 30_000;

type Caller = { anonKey: string; accessToken?: string | undefined; send?: typeof fetch };

/**
 * Calls send-lead-notification or send-referral-notification (product section 7), as a visitor
 * unless there is a token: a plain request, so that public pages need no client. Never throws.
 */
export async function sendLead(
  name: "send-lead-notification" | "send-referral-notification",
  body: Record<string, unknown>,
  { anonKey, accessToken, send = fetch }: Caller,
): Promise<LeadAnswer> {
  try {
    const answer = await send(`/functions/v1/${name}`, {
      method: "POST",
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${accessToken ?? anonKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const said = await answer.json().catch(() => null);
    if (answer.ok && hasSucceeded(said)) return { outcome: "sent" };
    return { outcome: "refused", reason: readReason(said) };
  } catch {
    return { outcome: "unreachable" };
  }
}

/**
 * A page that somebody else put in between (a hotel's sign-in, say) answers 200 too, and would lose
 * the lead.
 */
function hasSucceeded(said: unknown): boolean {
  return isRecord(said) && said.success === true && readReason(said) === null;
}

/** An `error` field means failure, in whatever answer it comes. */
function readReason(said: unknown): string | null {
  if (!isRecord(said) || typeof said.error !== "string") return null;
  return said.error || null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
