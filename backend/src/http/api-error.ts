/** A sentence, or the list that PostgREST returns if several relationships match. */
type ErrorDetails = string | Record<string, string>[] | null;

export type ApiErrorParts = {
  status: number;
  code: string;
  message: string;
  details?: ErrorDetails;
  hint?: string | null;
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * `message` is sent to the client, `cause` is logged. Each area renders the error in its own
 * format.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor({ status, code, message, details, hint, headers, cause }: ApiErrorParts) {
    super(message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details ?? null;
    this.hint = hint ?? null;
    this.headers = headers ?? {};
  }
}
