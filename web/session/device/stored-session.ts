/**
 * The key under which supabase-js keeps a session unless told otherwise:
 * `sb-{first label of the host}-auth-token`.
 */
export function sessionStorageKey(apiUrl: string): string {
  return `sb-${new URL(apiUrl).hostname.split(".")[0]}-auth-token`;
}

/**
 * Whether a session lies in storage. It may have ended meanwhile; only the session check knows.
 * Needs no supabase-js.
 */
export function hasStoredSession(storage: Pick<Storage, "getItem">, apiUrl: string): boolean {
  const stored = readStored(storage, apiUrl);
  return typeof stored === "object" && stored !== null && "refresh_token" in stored;
}

/**
 * What lies in storage for the session, whatever it is; null where there is nothing, or no JSON.
 */
export function readStored(storage: Pick<Storage, "getItem">, apiUrl: string): unknown {
  try {
    return JSON.parse(storage.getItem(sessionStorageKey(apiUrl)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * A mail's link that names no page leads to the site itself, with its session or its failure in the
 * fragment.
 */
const followMailLink = `const h=location.hash;if(/[#&](access_token|error_code|message)=/.test(h))location.replace((/[#&]type=(recovery|invite)(&|$)/.test(h)?"/update-password":"/login")+h)`;

/**
 * Runs while the landing page is still being read, so that a signed-in person never sees it (the
 * same question as hasStoredSession, asked without a bundle), nor does whoever comes from a mail's
 * link that belongs on another page.
 */
export const skipLandingScript = `try{${followMailLink};else{const s=JSON.parse(localStorage.getItem("sb-"+location.hostname.split(".")[0]+"-auth-token"));if(s&&s.refresh_token)location.replace("/dashboard")}}catch{}`;

/** What a token says, or null for what is none. Nothing of it is proved. */
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
