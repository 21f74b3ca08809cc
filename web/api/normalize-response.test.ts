import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { withCause } from "./failure-notice.ts";
import { normalizeResponse } from "./normalize-response.ts";
import { requestErrorMessage } from "./request-error-message.ts";

function clientThatGets(response: () => Response) {
  const send: typeof fetch = (input, init) =>
    normalizeResponse(new Request(input, init), response());
  return createClient("http://localhost:3000", "key", {
    global: { fetch: send },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

const refusals: [status: number, body: string][] = [
  [500, "null"],
  [500, '""'],
  [502, "false"],
  [500, "0"],
  [404, ""],
  [404, "[]"],
  [400, '{"error":{"message":"no"}}'],
  [400, '{"message":{"text":"no"}}'],
  [500, '[{"message":"no"}]'],
];

describe("a failed response", () => {
  it.each(refusals)("a write that gets %i with %s returns an error", async (status, body) => {
    const supabase = clientThatGets(() => new Response(body, { status }));
    const { error } = await supabase.rpc("sell_vehicle", {}).retry(false);
    expect(error).toMatchObject({ message: expect.any(String), status });
  });

  it.each(refusals)(
    "a read that gets %i with %s returns an error, not an empty list",
    async (status, body) => {
      const supabase = clientThatGets(() => new Response(body, { status }));
      const { error } = await supabase.from("leads").select().retry(false);
      expect(error).toMatchObject({ message: expect.any(String), status });
    },
  );

  it.each([
    [401, "Sesión expirada. Por favor, inicia sesión de nuevo para continuar."],
    [500, "El servidor no pudo completar la operación. Por favor, inténtalo de nuevo."],
  ])("a person sees why a write was rejected by a %i without a body", async (status, words) => {
    const supabase = clientThatGets(() => new Response("null", { status }));
    const { error } = await supabase.from("leads").update({ notes: "" }).eq("id", 1);
    expect(requestErrorMessage(error)).toBe(words);
  });

  it.each([
    '{"error":true}',
    '{"error":{"code":7}}',
    '{"error":""}',
    '{"error":["no"]}',
    '{"error":0}',
  ])("an action answered by %s with status 200 returns an error", async (body) => {
    const supabase = clientThatGets(() => new Response(body));
    const failure = { message: expect.any(String) };
    const act = await supabase.rpc("sell_vehicle", {});
    expect(act.error).toMatchObject(failure);
    const change = supabase.from("leads").update({ notes: "" }).eq("id", 1);
    expect((await change.select("id").single()).error).toMatchObject(failure);
    const reset = await supabase.auth.resetPasswordForEmail("a@example.com");
    expect(reset.error).toMatchObject(failure);
  });
});

it.each(["", "true", "[]", '{"id":"1"}', '{"id":"1","error":null}'])(
  "a response %j with status 200 is a success",
  async (body) => {
    const supabase = clientThatGets(() => new Response(body));
    expect((await supabase.rpc("sell_vehicle", {})).error).toBeNull();
  },
);

it("a PostgREST error is passed on with its code", async () => {
  const body = { code: "P0001", message: "No se puede.", details: null, hint: "field" };
  const supabase = clientThatGets(() => Response.json(body, { status: 400 }));
  expect((await supabase.rpc("sell_vehicle", {})).error).toEqual(body);
});

it.each([502, 503, 504])("a person sees that a proxy's %i is a server error", async (status) => {
  const supabase = clientThatGets(() => new Response("<h1>Bad Gateway</h1>", { status }));
  const { error } = await supabase.from("leads").update({ notes: "" }).eq("id", 1);
  const notice = withCause({ title: "Error", description: "No se guardó." }, error);
  const words =
    "No se guardó. El servidor no pudo completar la operación. Por favor, inténtalo de nuevo.";
  expect(notice.description).toBe(words);
});
