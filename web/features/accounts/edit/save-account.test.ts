import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import type { EditUserForm } from "#contract/accounts/account-inputs.ts";
import { saveAccount } from "./save-account.ts";

const id = "11111111-1111-4111-8111-111111111111";
const before: EditUserForm = {
  fullName: "Ana",
  email: "ana@example.com",
  role: "vendedor",
  isActive: true,
  dealershipId: "",
  canAddVehicles: true,
  canEditPublicPage: true,
  newPassword: "",
};

type Call = { path: string; parameters: URLSearchParams; body: unknown };
type Answer = (call: Call, count: number) => Response;

/** A client that answers every call in this way and records the calls. */
function clientThatGets(answer: Answer) {
  const calls: Call[] = [];
  const supabase = createClient("http://localhost:3000", "key", {
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname: path, searchParams: parameters } = new URL(request.url);
        const body: unknown = request.body ? await request.json() : null;
        calls.push({ path: `${request.method} ${path}`, parameters, body });
        return answer({ path: `${request.method} ${path}`, parameters, body }, calls.length);
      },
    },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { supabase, calls };
}

const written = () => Response.json([{ id }]);
const refused = (status: number, body: object) => Response.json(body, { status });

describe("an administrator who saves an account", () => {
  it("sends only the changed columns", async () => {
    const { supabase, calls } = clientThatGets(written);
    const outcome = await saveAccount(supabase, id, {
      before,
      after: { ...before, fullName: "Ana María", isActive: false },
    });
    expect(outcome).toEqual({
      saved: [{ part: "profile", fields: ["fullName", "isActive"] }],
      failures: [],
    });
    expect(calls).toMatchObject([
      {
        path: "POST /rest/v1/rpc/save_profile",
        body: { p_id: id, p_columns: { full_name: "Ana María", is_active: false }, p_config: {} },
      },
    ]);
  });

  it("sends nothing when nothing changed", async () => {
    const { supabase, calls } = clientThatGets(written);
    expect(await saveAccount(supabase, id, { before, after: before })).toEqual({
      saved: [],
      failures: [],
    });
    expect(calls).toEqual([]);
  });

  it("sends only the switched-off feature, to be merged into the config", async () => {
    const { supabase, calls } = clientThatGets(written);
    const after = { ...before, canAddVehicles: false };
    expect((await saveAccount(supabase, id, { before, after })).failures).toEqual([]);
    expect(calls.map(({ body }) => body)).toEqual([
      { p_id: id, p_columns: {}, p_config: { features: { canAddVehicles: false } } },
    ]);
  });

  it("sees which part was saved, and the failure at its field", async () => {
    const { supabase } = clientThatGets(({ path }) => {
      if (path.endsWith("update-user-email-by-admin")) {
        return Response.json({ error: "Ya existe.", field: "newEmail" });
      }
      return path.endsWith("save_profile") ? written() : Response.json({ success: true });
    });
    const outcome = await saveAccount(supabase, id, {
      before,
      after: { ...before, fullName: "Ana B", email: "b@example.com", newPassword: "secreta" },
    });
    expect(outcome).toEqual({
      saved: [
        { part: "profile", fields: ["fullName"] },
        { part: "password", fields: ["newPassword"] },
      ],
      failures: [
        {
          part: "email",
          fields: ["email"],
          title: "Error al actualizar email",
          message: "Ya existe.",
          field: "email",
        },
      ],
    });
  });

  it.each([
    [{ role: "admin" } as const, "P0001", "role"],
    [{ isActive: false }, "P0001", "isActive"],
    [{ dealershipId: id }, "23514", "dealershipId"],
    [{ fullName: "B" }, "42501", null],
  ])("who is refused %j with %s sees the error at %s", async (change, code, field) => {
    const { supabase } = clientThatGets(() => refused(400, { code, message: "No se puede." }));
    const { failures } = await saveAccount(supabase, id, {
      before,
      after: { ...before, ...change },
    });
    expect(failures).toEqual([
      {
        part: "profile",
        fields: Object.keys(change),
        title: "Error al guardar perfil",
        message: "No se puede.",
        field,
      },
    ]);
  });

  it("sees that the account no longer exists", async () => {
    const { supabase } = clientThatGets(() => Response.json([]));
    const { failures } = await saveAccount(supabase, id, {
      before,
      after: { ...before, fullName: "B" },
    });
    expect(failures).toMatchObject([{ message: "No se pudo encontrar el usuario." }]);
  });
});
