import { describe, expect, it, vi } from "vitest";
import { type ClientHooks, createSessionFetch, newHooks } from "./browser-client.ts";

const site = "http://localhost:3000";

const renew = () => Promise.resolve(null);

function recordingFetch(hooks: ClientHooks, status = 200) {
  const sent: Request[] = [];
  const send: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return new Response("{}", { status });
  };
  const onRefused = vi.fn();
  return { sent, onRefused, fetch: createSessionFetch(hooks, { send, onRefused, renew }) };
}

const impersonating = (): ClientHooks => ({ ...newHooks(), impersonatedId: "other" });

describe("the session's client", () => {
  it.each(["POST", "PATCH", "DELETE", "PUT"])(
    "sends the impersonated account with a %s, next to the request's own headers",
    async (method) => {
      const { sent, fetch } = recordingFetch(impersonating());
      await fetch(`${site}/rest/v1/vehicles?id=eq.1`, { method, headers: { apikey: "k" } });
      expect(sent[0]?.headers.get("x-impersonated-user")).toBe("other");
      expect(sent[0]?.headers.get("apikey")).toBe("k");
    },
  );

  it("sends no impersonation header with a read or a sign-out", async () => {
    const { sent, fetch } = recordingFetch(impersonating());
    await fetch(`${site}/rest/v1/vehicles`);
    await fetch(`${site}/auth/v1/logout`, { method: "POST" });
    expect(sent.map(({ headers }) => headers.has("x-impersonated-user"))).toEqual([false, false]);
  });

  it("sends the device's time zone with data requests but not with a sign-in", async () => {
    const { sent, fetch } = recordingFetch(impersonating());
    await fetch(`${site}/rest/v1/lot`);
    await fetch(`${site}/auth/v1/token`, { method: "POST" });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(sent.map(({ headers }) => headers.get("x-time-zone"))).toEqual([zone, null]);
  });

  it("sends no impersonation header when an admin impersonates no account", async () => {
    const { sent, fetch } = recordingFetch(newHooks());
    await fetch(`${site}/rest/v1/vehicles`, { method: "POST", body: "{}" });
    expect(sent[0]?.headers.has("x-impersonated-user")).toBe(false);
  });

  it.each([
    [400, true],
    [401, true],
    [503, false],
    [200, false],
  ])("a refresh answered with %i is remembered as rejected: %s", async (status, refused) => {
    const hooks = newHooks();
    const { fetch } = recordingFetch(hooks, status);
    await fetch(`${site}/auth/v1/token?grant_type=refresh_token`, { method: "POST" });
    expect(hooks.refreshRefused).toBe(refused);
  });

  it.each([
    ["/rest/v1/vehicles", 401, 1],
    ["/functions/v1/create-salesperson", 401, 1],
    ["/rest/v1/profiles", 403, 1],
    ["/rest/v1/vehicles", 200, 0],
    ["/rest/v1/vehicles", 503, 0],
    ["/auth/v1/user", 401, 0],
    ["/auth/v1/token?grant_type=password", 403, 0],
  ])("%s answered with %i causes %i checks of the session", async (path, status, times) => {
    const { fetch, onRefused } = recordingFetch(newHooks(), status);
    await fetch(`${site}${path}`, { method: "POST" });
    expect(onRefused).toHaveBeenCalledTimes(times);
  });

  it.each(["token?grant_type=password", "signup", "factors/app/verify"])(
    "ends a session from %s by the device's clock, not the server's",
    async (path) => {
      const session = { access_token: "a", refresh_token: "r", expires_in: 3600, user: {} };
      const send: typeof fetch = async () => Response.json({ ...session, expires_at: 1 });
      const fetch = createSessionFetch(impersonating(), { send, onRefused: () => {}, renew });
      const response = await fetch(`${site}/auth/v1/${path}`, { method: "POST" });
      expect(await response.json()).toEqual(session);
    },
  );

  it("does not change a row with columns named like a session's", async () => {
    const row = { access_token: "a", expires_at: 1 };
    const send: typeof fetch = async () => Response.json(row);
    const fetch = createSessionFetch(impersonating(), { send, onRefused: () => {}, renew });
    expect(await (await fetch(`${site}/rest/v1/rows`)).json()).toEqual(row);
  });

  it("a wrong password does not count as a rejected refresh", async () => {
    const hooks = newHooks();
    const { fetch } = recordingFetch(hooks, 400);
    await fetch(`${site}/auth/v1/token?grant_type=password`, { method: "POST" });
    expect(hooks.refreshRefused).toBe(false);
  });
});
