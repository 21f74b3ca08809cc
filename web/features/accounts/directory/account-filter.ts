import { z } from "zod";
import { AccountRole } from "#contract/accounts/account-inputs.ts";

/** What the list of accounts is narrowed to; empty lets everything through. */
export type AccountFilter = {
  text: string;
  role: AccountRole | "";
  state: AccountState | "";
};

/** What an account's badge says of it (account-badges.tsx); each account is in one state. */
const AccountState = z.enum(["activo", "inactivo", "pendiente"]);
export type AccountState = z.infer<typeof AccountState>;

/** The names in the address. */
const names = { text: "q", role: "rol", state: "estado" } as const;

/** Everybody. */
export const noAccountFilter: AccountFilter = { text: "", role: "", state: "" };

/** Reads the filter out of an address; a word that is none is left out. */
export function readAccountFilter(parameters: URLSearchParams): AccountFilter {
  return {
    text: parameters.get(names.text) ?? "",
    role: AccountRole.or(z.literal("")).catch("").parse(parameters.get(names.role)),
    state: AccountState.or(z.literal("")).catch("").parse(parameters.get(names.state)),
  };
}

/** The address's parameters with this filter in them; what is empty is left out. */
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
