import type { Profile } from "../session-user.ts";

/** The query parameter with the vendedor who gets a link's inquiries. */
export const SELLER_PARAMETER = "vendedor";

/** Adds a vendedor's slug to a public page's URL, if given. */
export function attributedLink(address: string, seller: string | null | undefined): string {
  if (!seller) return address;
  const [page = "", ...fragment] = address.split("#");
  const joined = `${page}${page.includes("?") ? "&" : "?"}${SELLER_PARAMETER}=${seller}`;
  return [joined, ...fragment].join("#");
}

/** The slug for links that this account shares: a vendedor's own, else null. */
export function sellerOf(user: Pick<Profile, "role" | "public_slug"> | null): string | null {
  return user?.role === "vendedor" ? (user.public_slug ?? null) : null;
}
