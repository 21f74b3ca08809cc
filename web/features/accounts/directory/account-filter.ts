import { z } from "zod";
import { AccountRole } from "#contract/accounts/account-inputs.ts";

/** Filter of the account list; empty values match everything. */
export type AccountFilter = {
  text: string;
  role: AccountRole | "";
  state: AccountState | "";
};

/** The status shown in an account's badge (account-badges.tsx); each account has exactly one. */
const AccountState = z.enum(["activo", "inactivo", "pendiente"]);
export type AccountState = z.infer<typeof AccountState>;

/** URL parameter names. */
const names = { text: "q", role: "rol", state: "estado" } as const;

export const noAccountFilter: AccountFilter = { text: "", role: "", state: "" };

/** Reads the filter from URL parameters; invalid values are ignored. */
export function readAccountFilter(parameters: URLSearchParams): AccountFilter {
  return {
    text: parameters.get(names.text) ?? "",
    role: AccountRole.or(z.literal("")).catch("").parse(parameters.get(names.role)),
    state: AccountState.or(z.literal("")).catch("").parse(parameters.get(names.state)),
  };
}

/** Writes the filter into URL parameters; empty values are removed. */
export function writeAccountFilter(
  current: URLSearchParams,
  filter: AccountFilter,
): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [key, name] of [
    ["text", names.text],
    ["role", names.role],
    ["state", names.state],
  ] as const) {
    if (filter[key]) next.set(name, filter[key]);
    else next.delete(name);
  }
  return next;
}
