/** Words, or the list that PostgREST gives where several relationships fit. */
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

/** `message` may be shown, `cause` is for the log; each area renders it in its own format. */
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
