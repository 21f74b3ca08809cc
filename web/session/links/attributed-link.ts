import type { Profile } from "../session-user.ts";

/** The parameter by which a link says who gets its inquiries. */
export const SELLER_PARAMETER = "vendedor";

/** The address of a public page with the vendedor whose link it is; as it is for none. */
export function attributedLink(address: string, seller: string | null | undefined): string {
  if (!seller) return address;
  const [page = "", ...fragment] = address.split("#");
  const joined = `${page}${page.includes("?") ? "&" : "?"}${SELLER_PARAMETER}=${seller}`;
  return [joined, ...fragment].join("#");
}

/**
 * Whose slug the links carry that this account shares: a vendedor's own; null for everybody else.
 */
export function sellerOf(user: Pick<Profile, "role" | "public_slug"> | null): string | null {
  return user?.role === "vendedor" ? (user.public_slug ?? null) : null;
}
