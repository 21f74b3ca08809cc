/**
 * What a view needs: the vehicle, the anonymous key, and the visitor's own access token if they are
 * signed in.
 */
type View = { vehicleId: string; apiUrl: string; anonKey: string; accessToken: string | null };

/**
 * Counts that a public vehicle page was shown; who counts once a day, and who not at all, the
 * database decides . A plain request that outlives the page. It never fails for the visitor: an
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
    body: JSON.stringify({ p_vehicle_id: view.vehicleId }),
  }).catch(() => null);
}
