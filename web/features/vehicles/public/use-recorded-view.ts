import { useEffect } from "react";
import { deviceStorage, type PageStorage } from "#web/device-storage.ts";

/** Counts a view for the shown seller once the page is visible; a background tab waits. */
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
 * The vehicle, its shown seller, the anonymous key, and the access token of a signed-in visitor.
 */
type View = {
  vehicleId: string;
  sellerId: string | undefined;
  apiUrl: string;
  anonKey: string;
  accessToken: string | null;
};

/**
 * Counts a view of a public vehicle page; the database deduplicates by day and skips the seller's
 * own. Uses keepalive to outlive the page, and never fails. An expired session counts as anonymous.
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
 * The access token of this device's session, read without loading supabase-js; null if signed out
 * or expired (public pages do not refresh it).
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
