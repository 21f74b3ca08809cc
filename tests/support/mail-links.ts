import { linksOf, waitForMailsTo } from "#backend-tests/support/mail.ts";
import type { TestServer } from "./server.ts";

/**
 * Waits until an address has `mails` mails, and returns the newest one's link to /auth/v1/verify.
 */
export async function readLink(
  server: Pick<TestServer, "dataDir">,
  email: string,
  mails = 1,
): Promise<URL> {
  const [mail] = (await waitForMailsTo(server.dataDir, email, mails)).slice(-1);
  return toVerifyLink(linksOf(mail).find((address) => address.includes("/confirm#")) ?? "");
}

/**
 * The link to /auth/v1/verify with the token of a mail's link, which needs no click on the page.
 */
export function toVerifyLink(link: string): URL {
  const { origin, hash } = new URL(link);
  const { token_hash = "", ...rest } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const query = new URLSearchParams({ token: token_hash, ...rest });
  return new URL(`${origin}/auth/v1/verify?${query}`);
}
