/** supabase-js's default storage key: `sb-{first label of the host}-auth-token`. */
export function sessionStorageKey(apiUrl: string): string {
  return `sb-${new URL(apiUrl).hostname.split(".")[0]}-auth-token`;
}

/**
 * Whether a session is stored. Only the session check knows whether it is still alive. Works
 * without supabase-js.
 */
export function hasStoredSession(storage: Pick<Storage, "getItem">, apiUrl: string): boolean {
  const stored = readStored(storage, apiUrl);
  return typeof stored === "object" && stored !== null && "refresh_token" in stored;
}

/** The stored session as unvalidated JSON; null when it is missing or not JSON. */
export function readStored(storage: Pick<Storage, "getItem">, apiUrl: string): unknown {
  try {
    return JSON.parse(storage.getItem(sessionStorageKey(apiUrl)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * A mail link without a page opens the landing page, with the session or the error in the fragment.
 */
const followMailLink = `const h=location.hash;if(/[#&](access_token|error_code|message)=/.test(h))location.replace((/[#&]type=(recovery|invite)(&|$)/.test(h)?"/update-password":"/login")+h)`;

/**
 * Inlined into the landing page, before its content: redirects signed-in people (as
 * hasStoredSession, without a bundle) and mail links that belong on another page.
 */
export const skipLandingScript = `try{${followMailLink};else{const s=JSON.parse(localStorage.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token"));if(s&&s.refresh_token)location.replace("/dashboard")}}catch{}`;

/** Decodes a token's claims without verifying them; null when it is not a token. */
export function readClaims(token: string): unknown {
  try {
    const body = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
