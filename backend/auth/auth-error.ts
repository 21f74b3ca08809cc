import type { Context } from "hono";
import type { Logger } from "pino";
import { retryAfter } from "#backend/http/admission.ts";
import { ApiError } from "#backend/http/api-error.ts";
import { isLeftMidway } from "#backend/http/client-address.ts";
import { classifyFailure } from "#backend/postgres/failures.ts";
import { Overloaded } from "#backend/postgres/limiter.ts";

type Particulars = {
  status?: number;
  message?: string;
  cause?: unknown;
  headers?: Record<string, string>;
};

/** A refusal of the catalogue, with its usual status and message unless the place has its own. */
export function authError(code: AuthErrorCode, particulars: Particulars = {}): ApiError {
  return new ApiError({ ...authErrors[code], ...particulars, code });
}

/** GoTrue's codes, the status each has unless the place says otherwise, and its message. */
export const authErrors = {
  bad_json: { status: 400, message: "Could not parse request body as JSON" },
  bad_jwt: { status: 403, message: "invalid JWT: unable to parse or verify signature" },
  email_exists: {
    status: 422,
    message: "A user with this email address has already been registered",
  },
  email_not_confirmed: { status: 400, message: "Email not confirmed" },
  insufficient_aal: {
    status: 401,
    message: "AAL2 session is required to update email or password when MFA is enabled.",
  },
  invalid_credentials: { status: 400, message: "Invalid login credentials" },
  mfa_challenge_expired: {
    status: 422,
    message:
      "MFA challenge has expired, verify against another challenge or create a new challenge.",
  },
  mfa_factor_name_conflict: {
    status: 422,
    message: "A factor with the friendly name for this user already exists",
  },
  mfa_factor_not_found: { status: 404, message: "Factor not found" },
  mfa_recovery_codes_locked: {
    status: 429,
    message: "Too many failed attempts, please wait or use another factor",
  },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: "Another verified factor is required before recovery codes can be generated",
  },
  mfa_verification_failed: { status: 422, message: "Invalid TOTP code entered" },
  mfa_verified_factor_exists: {
    status: 422,
    message: "A set of recovery codes already exists, regenerate it to continue",
  },
  no_authorization: { status: 401, message: "This endpoint requires a valid Bearer token" },
  not_admin: { status: 403, message: "User not allowed" },
  not_found: { status: 404, message: "There is nothing at this address" },
  otp_expired: { status: 403, message: "Email link is invalid or has expired" },
  over_email_send_rate_limit: { status: 429, message: "email rate limit exceeded" },
  over_request_rate_limit: { status: 429, message: "Request rate limit reached" },
  phone_exists: { status: 422, message: "Phone number already registered by another user" },
  phone_not_confirmed: { status: 400, message: "Phone not confirmed" },
  refresh_token_already_used: { status: 400, message: "Invalid Refresh Token: Already Used" },
  refresh_token_not_found: {
    status: 400,
    message: "Invalid Refresh Token: Refresh Token Not Found",
  },
  /** Ours: the schema refuses by a rule of its own, and says so itself. */
  refused_by_database: { status: 400, message: "The database refuses it" },
  request_entity_too_large: { status: 413, message: "Request body is too large" },
  request_timeout: { status: 504, message: "The database took too long to answer" },
  same_password: {
    status: 422,
    message: "New password should be different from the old password.",
  },
  session_expired: { status: 400, message: "Invalid Refresh Token: Session Expired" },
  session_not_found: {
    status: 403,
    message: "Session from session_id claim in JWT does not exist",
  },
  signup_disabled: { status: 422, message: "Signups not allowed for this instance" },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: "Maximum number of verified factors reached, unenroll to continue",
  },
  unexpected_failure: {
    status: 500,
    message: "Unexpected failure, please check server logs for more information",
  },
  user_already_exists: { status: 422, message: "User already registered" },
  user_banned: { status: 403, message: "User is banned" },
  user_not_found: { status: 403, message: "User from sub claim in JWT does not exist" },
  validation_failed: { status: 400, message: "The request is not valid" },
  weak_password: { status: 422, message: "Password should be at least 6 characters." },
} as const;

/** One code of the catalogue, as `error.code` of supabase-js gives it. */
export type AuthErrorCode = keyof typeof authErrors;

const versionHeader = "X-Supabase-Api-Version";
const codedVersion = "2024-01-01";

/** GoTrue's two formats, chosen by the API version that the client names. */
export function renderError(log: Logger) {
  return (error: unknown, c: Context): Response => {
    const refusal = toRefusal(error);
    // A refusal that was meant stands in the request's own line.
    const isMeant = refusal === error || error instanceof Overloaded;
    const isUnforeseen = !isMeant && refusal.status >= 500;
    if (isUnforeseen && !isLeftMidway(c)) log.error({ err: refusal }, "auth request failed");
    const { status } = refusal;
    const headers = { ...refusal.headers, "x-sb-error-code": refusal.code };
    // Why supabase-js makes an error of its own of it.
    const reasons =
      refusal.code === "weak_password" ? { weak_password: { reasons: ["length"] } } : {};
    if (!namesCodedVersion(c)) {
      const body = { code: status, error_code: refusal.code, msg: refusal.message, ...reasons };
      return Response.json(body, { status, headers });
    }
    const body = { code: refusal.code, message: refusal.message, ...reasons };
    return Response.json(body, {
      status,
      headers: { ...headers, [versionHeader]: codedVersion },
    });
  };
}

/** A database out of reach is 503: with any 4xx the official client would sign the person out. */
export function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded) {
    return authError("over_request_rate_limit", { status: 503, headers: retryAfter });
  }
  const failure = classifyFailure(error);
  if (failure.kind === "unreachable") {
    const headers = { "Retry-After": "1" };
    return authError("unexpected_failure", { status: 503, cause: error, headers });
  }
  if (failure.kind === "timeout") return authError("request_timeout", { cause: error });
  if (failure.kind === "sql" && failure.state === raised) {
    return authError("refused_by_database", { message: failure.message, cause: error });
  }
  if (failure.kind === "sql" && failure.state.startsWith(unreadable)) {
    return authError("validation_failed", { cause: error });
  }
  return authError("unexpected_failure", { cause: error });
}

/** A rule that the schema enforces with `raise exception`, in words for people. */
const raised = "P0001";

/** SQLSTATE class 22: values that a column cannot hold, in PostgreSQL's own words. */
const unreadable = "22";

function namesCodedVersion(c: Context): boolean {
  const version = c.req.header(versionHeader) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedVersion;
}
