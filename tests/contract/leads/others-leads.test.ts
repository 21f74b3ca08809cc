import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeInquiry } from "#tests/support/leads.ts";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, dealer, rival } = await startStaffedServer();
let seller: Person;
let colleague: Person;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  colleague = await createSalesperson(server, dealer.id);
  for (const recipient of [dealer, colleague, rival]) {
    const sent = await invoke(server.anonymous(), "send-lead-notification", makeInquiry(recipient));
    expect(sent.status).toBe(200);
  }
});
afterAll(() => server.stop());

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

describe("access to leads", () => {
  test("only the recipient and their dealership can read and change a lead", async () => {
    const namesSeenBy = async ({ client }: Person) => {
      const { data } = await client.from("leads").select("recipient_id").order("recipient_id");
      return new Set((data ?? []).map(({ recipient_id }) => recipient_id));
    };
    expect(await namesSeenBy(seller)).toEqual(new Set());
    expect(await namesSeenBy(colleague)).toEqual(new Set([colleague.id]));
    expect(await namesSeenBy(dealer)).toEqual(new Set([dealer.id, colleague.id]));
    expect(await namesSeenBy(rival)).toEqual(new Set([rival.id]));
    await expectNothingChanged(server, async () => {
      const [lead] = await server.sql`select * from public.leads where recipient_id = ${rival.id}`;
      for (const person of [seller, colleague, dealer]) {
        const path = `/rest/v1/leads?id=eq.${lead?.id}`;
        await send(person, path, { method: "PATCH", body: { state: "Perdido" } });
        expect((await send(person, path, { method: "DELETE" })).status).toBe(403);
        const moved = { method: "PATCH", body: { recipient_id: person.id } };
        expect((await send(person, path, moved)).status).toBe(403);
        for (const act of ["answer_lead", "undo_answer"]) {
          const taken = { body: { p_lead_id: lead?.id } };
          expect((await send(person, `/rest/v1/rpc/${act}`, taken)).status).toBe(403);
        }
        const merge = {
          body: { ...lead, notes: "x" },
          headers: { prefer: "resolution=merge-duplicates" },
        };
        expect((await send(person, "/rest/v1/leads", merge)).status).toBe(403);
        const embed = `/rest/v1/profiles?select=leads!leads_recipient_id_fkey(name)&id=eq.${rival.id}`;
        expect((await send(person, embed, { method: "GET" })).body).toEqual([{ leads: [] }]);
      }
    });
  });
});
