import type { Account } from "./account-list.ts";

/** The role that an account's pending access request asks for; null when nothing waits for a decision. */
export function askedRole({ requests }: Pick<Account, "requests">): string | null {
  return requests?.[0]?.account_type ?? null;
}
