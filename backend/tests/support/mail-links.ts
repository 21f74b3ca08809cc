import { linksOf, waitForMailsTo } from "./mail.ts";
import type { TestServer } from "./test-server.ts";

/** Waits until an address has `mails` mails and returns the link in the newest. */
export async function readLink(
  { dataDir }: Pick<TestServer, "dataDir">,
  email: string,
  mails = 1,
): Promise<URL> {
  const [mail] = (await waitForMailsTo(dataDir, email, mails)).slice(-1);
  return new URL(linksOf(mail)[0] ?? "");
}

/** Opens a link like a browser. Returns the redirect and the parameters of its fragment. */
export async function followLink(link: URL, headers: Record<string, string> = {}) {
  const answer = await fetch(link, { redirect: "manual", headers });
  const location = new URL(answer.headers.get("location") ?? "");
  const fragment = new URLSearchParams(location.hash.slice(1));
  location.hash = "";
  return { status: answer.status, target: location.href, fragment: Object.fromEntries(fragment) };
}

/** The fragment for a link that is used, replaced, expired or unknown. */
export const expiredLink = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
};
