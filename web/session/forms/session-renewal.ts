import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import type { Hold } from "./use-page-holds.ts";

/** What a page with unsaved input needs when a request finds the session over. */
export type SessionRenewal = {
  /** Whether the page is held (for this reason). */
  holds: (hold?: Hold) => boolean;
  /** Returns the new access token after the person signed in again; null if they did not. */
  renew: () => Promise<string | null>;
};

/**
 * Sends a request of a page with unsaved input. When the session is over, a write, or a read during
 * a save, waits until its person has signed in again. Other reads fail, so that the page keeps its
 * data instead of loading what a visitor would see. `renew` is renewSession
 * (device/browser-client.ts), which opens the dialog in web/pages/access-guard.tsx.
 */
export async function sendWithSessionRenewal(
  request: Request,
  send: (request: Request) => Promise<Response>,
  { holds, renew }: SessionRenewal,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!holds() || !/^\/(rest|functions)\/v1\//.test(pathname)) return send(request);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const body = isRead ? undefined : await request.text();
  if (!isVisitor(request)) {
    const response = await send(new Request(request, { body }));
    if (response.status !== 401 || !waits(request, holds)) return response;
  } else if (!waits(request, holds)) {
    return sessionOver();
  }
  const token = await renew();
  if (token === null) return sessionOver();
  request.headers.set("authorization", `Bearer ${token}`);
  return send(new Request(request, { body }));
}

/** Without a session supabase-js sends the anonymous key as the token. */
function isVisitor({ headers }: Request): boolean {
  return headers.get("authorization") === `Bearer ${headers.get("apikey")}`;
}

/** RPC functions with these name prefixes only read. */
function waits({ method, url }: Request, holds: SessionRenewal["holds"]): boolean {
  if (holds("saving")) return true;
  if (method === "GET" || method === "HEAD") return false;
  const { pathname } = new URL(url);
  return !/\/rpc\/(get|find|search|count|has|open|admin_exists)/.test(pathname);
}

/** Matches the error format of both PostgREST and server functions. */
function sessionOver(): Response {
  const message = "Tu sesión terminó. Inicia sesión de nuevo: lo que escribiste sigue aquí.";
  const body = { code: "P0001", message, error: NOT_AUTHENTICATED, details: null, hint: null };
  return new Response(JSON.stringify(body), {
    status: 401,
    headers: { "Content-Type": "application/json" },
  });
}
