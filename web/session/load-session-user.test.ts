import { createClient } from "@supabase/supabase-js";
import { describe, expect, it, vi } from "vitest";
import { fakeSession } from "./fixtures.ts";
import { loadSessionUser } from "./load-session-user.ts";

const { user, profile } = fakeSession;
const missing = { code: "PGRST116", message: "0 rows", details: null, hint: null };
const broken = { code: "XX000", message: "broken", details: null, hint: null };
const refused = { code: "42501", message: "denied", details: null, hint: null };
const ended = { code: "PGRST301", message: "ended", details: null, hint: null };

/** The real client, with mocked responses for reads and writes of profiles. */
function clientOver(
  read: { status: number; body: unknown },
  write?: { status: number; body: unknown },
) {
  const written: unknown[] = [];
  const wire: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") written.push(await request.json());
    const { status, body } = (request.method === "POST" ? write : read) ?? {
      status: 500,
      body: {},
    };
    return Response.json(body, { status });
  };
  const supabase = createClient("http://localhost:3000", "key", {
    global: { fetch: wire },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { supabase, written };
}

describe("a signed-in person", () => {
  it("is the auth user merged with their profile", async () => {
    const { supabase } = clientOver({ status: 200, body: { ...profile, role: "concesionario" } });
    const merged = await loadSessionUser(supabase, user, vi.fn());
    expect(merged).toMatchObject({
      id: user.id,
      role: "concesionario",
      full_name: "Ana Belmonte",
      email: "ana@example.com",
    });
  });

  it("without a profile gets one from their metadata", async () => {
    const { supabase, written } = clientOver(
      { status: 406, body: missing },
      { status: 201, body: profile },
    );
    const report = vi.fn();
    const metadata = { full_name: "Ana B.", role: "concesionario", dealership_id: "d1" };
    await loadSessionUser(supabase, { ...user, user_metadata: metadata }, report);
    expect(written).toEqual([{ id: user.id, ...metadata }]);
    expect(report).not.toHaveBeenCalled();
  });

  it("without metadata is named by e-mail and becomes a vendedor", async () => {
    const { supabase, written } = clientOver(
      { status: 406, body: missing },
      { status: 201, body: profile },
    );
    await loadSessionUser(supabase, user, vi.fn());
    expect(written).toEqual([
      { id: user.id, full_name: "ana@example.com", role: "vendedor", dealership_id: null },
    ]);
  });

  it.each([
    ["loading", { status: 500, body: broken }, undefined],
    ["creating", { status: 406, body: missing }, { status: 500, body: broken }],
  ])(
    "is the plain auth user when %s the profile fails, and the failure is reported",
    async (_when, read, write) => {
      const { supabase } = clientOver(read, write);
      const report = vi.fn();
      const plain = await loadSessionUser(supabase, user, report);
      expect(plain).toMatchObject({ id: user.id, role: "authenticated" });
      expect(plain).not.toHaveProperty("full_name");
      expect(report).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ cause: expect.objectContaining({ code: "XX000" }) }),
      );
    },
  );

  it.each([
    ["session was ended elsewhere", { status: 401, body: ended }, undefined],
    ["account was closed", { status: 406, body: missing }, { status: 403, body: refused }],
  ])("is the plain auth user when the %s, without a report", async (_what, read, write) => {
    const report = vi.fn();
    const plain = await loadSessionUser(clientOver(read, write).supabase, user, report);
    expect(plain).toMatchObject({ id: user.id, role: "authenticated" });
    expect(report).not.toHaveBeenCalled();
  });
});
