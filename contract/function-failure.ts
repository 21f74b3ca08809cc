/**
 * `message` is null when the `error` field is not a string; `field` is a key of the request body;
 * `code` is what callers branch on.
 */
type FunctionFailureRead = { message: string | null; field?: string; code?: string };

/** A server function's response: its data, or its failure. */
type FunctionAnswer = { success: true; data: object } | ({ success: false } & FunctionFailureRead);

/**
 * Parses the body of a server function's response, given as JSON or as text. An `error` field of
 * any type but null means failure; other JSON is data (docs/product/roles.md). A body that is not
 * JSON did not come from a function: a captive portal's sign-in page answers 200 too.
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

/** The body of a server function's failure. Pages show the Spanish sentence as it is. */
export type FunctionFailure = { error: string; code?: string };

/**
 * The error that administrators' and dealers' functions return without a session. Pages show their
 * own text for it.
 */
export const NOT_AUTHENTICATED = "Not authenticated";
