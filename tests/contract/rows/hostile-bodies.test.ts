import { afterAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, rival } = await startStaffedServer();
afterAll(() => server.stop());

const send = (token: string, path: string, call: Call) =>
  sendAs(server, token, `/rest/v1/${path}`, call);

describe("an argument of another type", () => {
  test.each([{ a: 1 }, ["x"], 5, true, "x'; select 1 --", `{"${"a".repeat(50)}"}`])(
    "of %j for an id is rejected with 400 and counts no view",
    async (value) => {
      const body = { p_vehicle_id: value };
      const answer = await send(server.anonKey, "rpc/record_vehicle_view", { body });
      expect(answer).toMatchObject({ status: 400, body: { code: "22P02" } });
    },
  );

  test("a too deeply nested body gets 400, and a visitor's is rejected by its length", async () => {
    const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    const refused = { status: 400, body: { code: "PGRST102", hint: null } };
    const body = `{"p_vehicle_id":${deep}}`;
    expect(await send(server.anonKey, "rpc/record_vehicle_view", { body })).toMatchObject({
      status: 413,
      body: { code: "body_too_large", hint: null },
    });
    const change = { method: "PATCH", body: `{"config":{"profile":{"x":${deep}}}}` };
    const path = `profiles?id=eq.${rival.id}`;
    expect(await send(await tokenOf(rival), path, change)).toMatchObject(refused);
  });
});

describe("photos that would break every list that includes the row", () => {
  test.each([
    ["as nested arrays", `"{{https://a.example/1},{https://a.example/2}}"`],
    ["as arrays of arrays", `[["https://a.example/1"],["https://a.example/2"]]`],
    ["with a lower bound of two", `"[2:2]={https://a.example/1}"`],
  ])("cannot be stored by a dealer %s", async (_, images) => {
    const body = `{"user_id":"${rival.id}","brand":"x","model":"Fotos","year":2020,"images":${images}}`;
    expect(await send(await tokenOf(rival), "vehicles", { body })).toMatchObject({
      status: 400,
      body: { code: "23514" },
    });
    expect(await server.sql`select 1 from public.vehicles where model = 'Fotos'`).toHaveLength(0);
  });
});
