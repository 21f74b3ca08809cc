import type { Context } from "hono";
import type { Logger } from "pino";
import { retryAfter } from "../http/admission.ts";
import { ApiError, type ApiErrorParts } from "../http/api-error.ts";
import { isClientGone } from "../http/client-address.ts";
import { classifyFailure } from "../postgres/failures.ts";
import { Overloaded } from "../postgres/limiter.ts";

type Particulars = Partial<Omit<ApiErrorParts, "code">>;

/**
 * Creates an API error with the code's default status and message; `particulars` overrides them.
 */
export function authError(code: AuthErrorCode, particulars: Particulars = {}): ApiError {
  const [status, message] = authErrors[code];
  return new ApiError({ status, message, ...particulars, code });
}

/** GoTrue's codes, each with its default status and message. */
const authErrors = {
  bad_json: [400, "Could not parse request body as JSON"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  email_exists: [422, "A user with this email address has already been registered"],
  email_not_confirmed: [400, "Email not confirmed"],
  insufficient_aal: [
    401,
    "AAL2 session is required to update email or password when MFA is enabled.",
  ],
  invalid_credentials: [400, "Invalid login credentials"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_factor_name_conflict: [422, "A factor with the friendly name for this user already exists"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_recovery_codes_locked: [429, "Too many failed attempts, please wait or use another factor"],
  mfa_recovery_codes_sole_factor: [
    422,
    "Another verified factor is required before recovery codes can be generated",
  ],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_verified_factor_exists: [
    422,
    "A set of recovery codes already exists, regenerate it to continue",
  ],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  not_admin: [403, "User not allowed"],
  not_found: [404, "There is nothing at this address"],
  otp_expired: [403, "Email link is invalid or has expired"],
  over_email_send_rate_limit: [429, "email rate limit exceeded"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  phone_exists: [422, "Phone number already registered by another user"],
  phone_not_confirmed: [400, "Phone not confirmed"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  /** Ours: a rule of the schema rejected the change. The schema supplies the message. */
  refused_by_database: [400, "The database refuses it"],
  request_entity_too_large: [413, "Request body is too large"],
  request_timeout: [504, "The database took too long to answer"],
  same_password: [422, "New password should be different from the old password."],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  signup_disabled: [422, "Signups not allowed for this instance"],
  too_many_enrolled_mfa_factors: [
    422,
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  unexpected_failure: [500, "Unexpected failure, please check server logs for more information"],
  user_already_exists: [422, "User already registered"],
  user_banned: [403, "User is banned"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  validation_failed: [400, "The request is not valid"],
  weak_password: [422, "Password should be at least 6 characters."],
} as const;

/** An error code, as in `error.code` of supabase-js. */
export type AuthErrorCode = keyof typeof authErrors;

const versionHeader = "X-Supabase-Api-Version";
const codedVersion = "2024-01-01";

/** Renders GoTrue's current or older error format, depending on the API version header. */
export function renderError(log: Logger) {
  return (error: unknown, c: Context): Response => {
    const refusal = toRefusal(error);
    // An error that was thrown on purpose is only mentioned in the request's own log line.
    const isMeant = refusal === error || error instanceof Overloaded;
    const isUnforeseen = !isMeant && refusal.status >= 500;
    if (isUnforeseen && !isClientGone(c)) log.error({ err: refusal }, "auth request failed");
    const { status } = refusal;
    const headers = { ...refusal.headers, "x-sb-error-code": refusal.code };
    // supabase-js needs the reasons to create an AuthWeakPasswordError.
    const reasons =
      refusal.code === "weak_password" ? { weak_password: { reasons: ["length"] } } : {};
    if (!namesCodedVersion(c)) {
      const body = { code: status, error_code: refusal.code, msg: refusal.message, ...reasons };
      return Response.json(body, { status, headers });
    }
    const body = { code: refusal.code, message: refusal.message, ...reasons };
    return Response.json(body, { status, headers: { ...headers, [versionHeader]: codedVersion } });
  };
}

/** An unreachable database gives 503, because supabase-js signs the user out on any 4xx. */
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

/** A schema rule enforced with `raise exception`; its message is written for users. */
const raised = "P0001";

/** SQLSTATE class 22: a value that the column cannot hold. */
const unreadable = "22";

function namesCodedVersion(c: Context): boolean {
  const version = c.req.header(versionHeader) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedVersion;
}
