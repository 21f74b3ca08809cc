import { useEffect } from "react";
import { deviceStorage, type PageStorage } from "#web/device-storage.ts";

/**
 * Counts one view, for the seller whom the page shows, once it is really seen: a tab in the
 * background waits until somebody looks at it.
 */
export function useRecordedView(
  vehicleId: string,
  sellerId: string | undefined,
  anonKey: string,
): void {
  useEffect(() => {
    const record = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", record);
      const apiUrl = window.location.origin;
      const accessToken = storedAccessToken(deviceStorage);
      void recordView({ vehicleId, sellerId, apiUrl, anonKey, accessToken });
    };
    document.addEventListener("visibilitychange", record);
    record();
    return () => document.removeEventListener("visibilitychange", record);
  }, [vehicleId, sellerId, anonKey]);
}

/**
 * What a view needs: the vehicle, who sells it on the page, the anonymous key, and the visitor's
 * own access token if they are signed in.
 */
type View = {
  vehicleId: string;
  sellerId: string | undefined;
  apiUrl: string;
  anonKey: string;
  accessToken: string | null;
};

/**
 * Counts that a public vehicle page was shown; who counts once a day, and who not at all, the
 * database decides. A plain request that outlives the page. It never fails for the visitor: an
 * uncounted view is no fault of theirs. A session that has ended counts as an anonymous visit.
 */
export async function recordView(view: View, send: typeof fetch = fetch): Promise<void> {
  const first = await post(view, view.accessToken ?? view.anonKey, send);
  if (first?.status === 401 && view.accessToken !== null) await post(view, view.anonKey, send);
}

function post(view: View, token: string, send: typeof fetch): Promise<Response | null> {
  return send(`${view.apiUrl}/rest/v1/rpc/record_vehicle_view`, {
    method: "POST",
    keepalive: true,
    headers: {
      apikey: view.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ p_vehicle_id: view.vehicleId, p_seller_id: view.sellerId }),
  }).catch(() => null);
}

/**
 * The access token of whoever is signed in on this device, without loading supabase-js into a
 * visitor's page; null when nobody is, or when the token has run out (refreshing it is not a public
 * page's business).
 */
export function storedAccessToken(storage: PageStorage, now: number = Date.now()): string | null {
  try {
    const key = storage.listKeys().find((name) => /^sb-.+-auth-token$/.test(name));
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
