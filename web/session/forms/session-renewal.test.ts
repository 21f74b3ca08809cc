import { describe, expect, it, vi } from "vitest";
import { sendWithSessionRenewal } from "./session-renewal.ts";

const site = "http://localhost:3000";

function request(path: string, { method = "PATCH", token = "old" } = {}) {
  const headers = { apikey: "anon", authorization: `Bearer ${token}` };
  const body = method === "GET" || method === "HEAD" ? null : '{"notes":"Llamar"}';
  return new Request(`${site}${path}`, { method, headers, body });
}

/** A server that accepts one token, and a person who signs in again or not. */
function world({ holds = true, saving = false, renewed = null as string | null } = {}) {
  const bodies: string[] = [];
  const send = vi.fn(async (sent: Request) => {
    bodies.push(await sent.text());
    return new Response("{}", {
      status: sent.headers.get("authorization") === "Bearer new" ? 200 : 401,
    });
  });
  const renew = vi.fn(async () => renewed);
  return {
    bodies,
    send,
    renew,
    renewal: { holds: (hold?: string) => (hold === "saving" ? saving : holds), renew },
  };
}

describe("a request of a page with unsaved input", () => {
  it.each([
    ["PATCH", "/rest/v1/leads?id=eq.1"],
    ["POST", "/rest/v1/rpc/sell_vehicle"],
    ["POST", "/functions/v1/create-salesperson"],
    ["DELETE", "/rest/v1/vehicle_costs?id=eq.1"],
  ])("a rejected %s %s is repeated with its body after the sign-in", async (method, path) => {
    const { send, bodies, renewal } = world({ renewed: "new" });
    const response = await sendWithSessionRenewal(request(path, { method }), send, renewal);
    expect(response.status).toBe(200);
    expect(bodies).toEqual(['{"notes":"Llamar"}', '{"notes":"Llamar"}']);
  });

  it("a write without a session waits for the sign-in, and is sent once", async () => {
    const { send, renewal } = world({ renewed: "new" });
    const response = await sendWithSessionRenewal(
      request("/rest/v1/leads", { token: "anon" }),
      send,
      renewal,
    );
    expect(response.status).toBe(200);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("a person who postpones the sign-in sees why nothing was saved", async () => {
    const { send, renewal } = world();
    const response = await sendWithSessionRenewal(request("/rest/v1/leads"), send, renewal);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "P0001", error: "Not authenticated" });
  });

  it.each([
    ["GET", "/rest/v1/leads"],
    ["POST", "/rest/v1/rpc/get_own_mailbox"],
  ])("a %s %s without a session fails without asking for the sign-in", async (method, path) => {
    const { send, renew, renewal } = world({ renewed: "new" });
    const response = await sendWithSessionRenewal(
      request(path, { method, token: "anon" }),
      send,
      renewal,
    );
    expect(response.status).toBe(401);
    expect([send, renew].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it.each(["old", "anon"])(
    "a read during a save with the token %s waits for the sign-in too",
    async (token) => {
      const { send, renewal } = world({ saving: true, renewed: "new" });
      const read = request("/rest/v1/profiles", { method: "GET", token });
      expect((await sendWithSessionRenewal(read, send, renewal)).status).toBe(200);
    },
  );

  it.each([
    ["/rest/v1/leads", false],
    ["/auth/v1/user", true],
    ["/storage/v1/object/vehicle_images/a.jpg", true],
  ])("a rejected %s that need not wait returns its 401 without a sign-in", async (path, holds) => {
    const { send, renew, renewal } = world({ holds, renewed: "new" });
    expect((await sendWithSessionRenewal(request(path), send, renewal)).status).toBe(401);
    expect(send).toHaveBeenCalledTimes(1);
    expect(renew).not.toHaveBeenCalled();
  });
});
