/**
 * `message` is null where the `error` field is no text; `field` is the key of the request's body;
 * `code` is what a caller branches on.
 */
type FunctionFailureRead = { message: string | null; field?: string; code?: string };

/** A server function's response: its data, or the failure that it reports. */
type FunctionAnswer = { success: true; data: object } | ({ success: false } & FunctionFailureRead);

/**
 * Reads the body of a server function's response, parsed or as text. An `error` field of any type
 * means failure, unless it is null; other JSON is data (docs/product/roles.md). A body without JSON
 * is no function's: the sign-in page of a hotel answers 200, too.
 */
export function readFunctionAnswer(body: unknown): FunctionAnswer {
  const data = typeof body === "string" ? parseJson(body) : body;
  if (typeof data !== "object" || data === null) return { success: false, message: null };
  const failure = readFunctionFailure(data);
  return failure ? { success: false, ...failure } : { success: true, data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readFunctionFailure(body: object): FunctionFailureRead | null {
  if (!("error" in body)) return null;
  const { error } = body;
  if (error === null || error === undefined) return null;
  const message = typeof error === "string" && error.trim() !== "" ? error : null;
  const field = "field" in body && typeof body.field === "string" ? body.field : undefined;
  const code = "code" in body && typeof body.code === "string" ? body.code : undefined;
  return { message, ...(field ? { field } : {}), ...(code ? { code } : {}) };
}

/** The body of every failure of a server function: a Spanish sentence that pages show as it is. */
export type FunctionFailure = { error: string; code?: string };

/**
 * What an administrators' or a dealer's function answers a call without a session, word by word.
 * The pages show their own words for it.
 */
export const NOT_AUTHENTICATED = "Not authenticated";
