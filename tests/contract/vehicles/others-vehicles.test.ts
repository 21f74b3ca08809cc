import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, dealer, rival } = await startStaffedServer();
let seller: Person;
let foreign: string;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${rival.id}, 'Kia', 'Ajeno', 2020, true) returning id`;
  foreign = row?.id ?? "";
});
afterAll(() => server.stop());

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

describe("threat 6 and 7: another dealership's vehicle, by every way to write a row", () => {
  test("a salesperson cannot write another dealership's; the dealership can", async () => {
    const row = { brand: "Kia", model: "Robado", year: 2021 };
    await expectNothingChanged(server, async () => {
      for (const person of [dealer, seller]) {
        const own = { ...row, user_id: dealer.id };
        const theirs = { ...row, user_id: rival.id.toUpperCase() };
        const merge = { prefer: "resolution=merge-duplicates" };
        const refused = [
          await send(person, "/rest/v1/vehicles", { body: theirs }),
          await send(person, "/rest/v1/vehicles", { body: [own, theirs] }),
          await send(person, "/rest/v1/vehicles?columns=user_id,brand,model,year", {
            body: [theirs],
          }),
          await send(person, "/rest/v1/vehicles", {
            body: { ...own, id: foreign },
            headers: merge,
          }),
          await send(person, "/rest/v1/vehicles?on_conflict=id", {
            body: [{ ...own, id: foreign.toUpperCase() }],
            headers: merge,
          }),
        ];
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
        const path = `/rest/v1/vehicles?id=eq.${foreign}`;
        await send(person, path, { method: "PATCH", body: { user_id: dealer.id, price: "1" } });
        await send(person, path, { method: "DELETE" });
        await send(person, "/rest/v1/vehicles?brand=eq.Kia", { method: "DELETE" });
        await send(person, `${path}&select=id,profiles!inner(id)`, { method: "DELETE" });
      }
    });
    const edited = await rival.client
      .from("vehicles")
      .update({ price: "9" })
      .eq("id", foreign)
      .select();
    expect(edited.data).toHaveLength(1);
  });

  test("a dealership cannot give its own away", async () => {
    const mine = { user_id: rival.id, brand: "Kia", model: "Mío", year: 2020 };
    await rival.client.from("vehicles").insert(mine);
    const moved = await rival.client
      .from("vehicles")
      .update({ user_id: dealer.id })
      .eq("model", "Mío");
    expect(moved).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await server.sql`select user_id from public.vehicles where model = 'Mío'`).toEqual([
      { user_id: rival.id },
    ]);
  });

  test("a dealership's upsert with ignore-duplicates leaves it unchanged", async () => {
    const [before] = await server.sql`select * from public.vehicles where id = ${foreign}`;
    const row = { id: foreign, user_id: dealer.id, brand: "Robado", model: "x", year: 2020 };
    const ignore = { prefer: "resolution=ignore-duplicates,return=representation" };
    expect((await send(dealer, "/rest/v1/vehicles", { body: row, headers: ignore })).body).toEqual(
      [],
    );
    expect(await server.sql`select * from public.vehicles where id = ${foreign}`).toEqual([before]);
  });

  test("a dealership cannot slip past the check by sending a key twice", async () => {
    const body = `{"user_id":"${dealer.id}","user_id":"${rival.id}","brand":"x","model":"Doble","year":2020}`;
    expect(await send(dealer, "/rest/v1/vehicles", { body })).toMatchObject({ status: 403 });
  });
});
