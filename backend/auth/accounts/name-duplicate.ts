import { classifyFailure } from "#backend/postgres/failures.ts";
import { authError } from "../auth-error.ts";

/** The refusal that a violated unique index stands for; any other error as it came. */
export function nameDuplicate(error: unknown): unknown {
  const failure = classifyFailure(error);
  if (failure.kind !== "sql" || failure.state !== "23505") return error;
  const isPhone = failure.constraint?.includes("phone");
  return authError(isPhone ? "phone_exists" : "email_exists", { cause: error });
}
