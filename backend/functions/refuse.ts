/** Why the loader itself refuses a call, before or instead of the function. */
const statuses = {
  noToken: 401,
  badToken: 401,
  unknownFunction: 404,
  tooLarge: 413,
  unavailable: 503,
  fault: 500,
} as const;

type Refusal = keyof typeof statuses;

/** What each refusal says, for whoever reads it. */
export type Refusals = Readonly<Record<Refusal, string>>;

/** Makes the answers to calls that are refused: `{error}` with the sentence. */
export function createRefuse(sentences: Refusals) {
  return (reason: Refusal, headers: Record<string, string> = {}): Response =>
    Response.json({ error: sentences[reason] }, { status: statuses[reason], headers });
}
