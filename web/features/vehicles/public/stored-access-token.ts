/**
 * The access token of whoever is signed in on this device, without loading supabase-js into a
 * visitor's page; null when nobody is, or when the token has run out (refreshing it is not a public
 * page's business).
 */
export function storedAccessToken(storage: Storage, now: number = Date.now()): string | null {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    const key = keys.find((name) => /^sb-.+-auth-token$/.test(name));
    const session: unknown = JSON.parse((key && storage.getItem(key)) || "null");
    return tokenOf(session, now / 1000);
  } catch {
    return null;
  }
}

function tokenOf(session: unknown, nowInSeconds: number): string | null {
  if (typeof session !== "object" || session === null) return null;
  if (!("access_token" in session) || !("expires_at" in session)) return null;
  const { access_token: token, expires_at: end } = session;
  if (typeof token !== "string" || typeof end !== "number") return null;
  return end > nowInSeconds ? token : null;
}
