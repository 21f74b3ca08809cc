import { ApiError } from "#backend/http/api-error.ts";
import { type AuthErrorCode, authErrors } from "./auth-error-codes.ts";

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

/** 422 weak_password, which also tells the client why (GoTrue's WeakPasswordError). */
export class WeakPasswordError extends ApiError {
  readonly reasons: string[];

  constructor(reasons: string[]) {
    super({ ...authErrors.weak_password, code: "weak_password" });
    this.reasons = reasons;
  }
}
