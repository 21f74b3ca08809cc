import { linksOf, waitForMailsTo } from "./mail.ts";
import type { TestServer } from "./server.ts";

/** The link in the newest of so many mails to an address that opens or confirms an account. */
export async function readLink(server: TestServer, email: string, mails = 1): Promise<URL> {
  const [mail] = (await waitForMailsTo(server.dataDir, email, mails)).slice(-1);
  const link = linksOf(mail).find((address) => address.includes("/auth/v1/verify"));
  return new URL(link ?? "");
}

/** Opens a link as a browser does; gives where it leads and what the fragment there says. */
export async function followLink(link: URL, headers: Record<string, string> = {}) {
  const answer = await fetch(link, { redirect: "manual", headers });
  const location = new URL(answer.headers.get("location") ?? "");
  const fragment = new URLSearchParams(location.hash.slice(1));
  location.hash = "";
  return { status: answer.status, target: location.href, fragment: Object.fromEntries(fragment) };
}

/** The fragment of a link that was used, replaced, is too old or never was. */
export const expiredLink = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
};
