import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeInquiry } from "#tests/support/leads.ts";
import { createSalesperson, type Person, tokenOf } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let seller: Person;
let colleague: Person;
let foreign: string;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  colleague = await createSalesperson(server, dealer.id);
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published)
    values (${rival.id}, 'Kia', 'Ajeno', 2020, true) returning id`;
  foreign = row?.id ?? "";
  for (const recipient of [dealer, colleague, rival]) {
    const sent = await invoke(server.anonymous(), "send-lead-notification", typeInquiry(recipient));
    expect(sent.status).toBe(200);
  }
});
afterAll(() => server.stop());

/** All that belongs to somebody: what an attack could have changed. */
async function everything() {
  const read = async (table: string) => {
    const rows = await server.sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) - 'updated_at' - 'last_sign_in_at' as row from ${table} t order by t::text`,
    );
    return [table, rows.map(({ row }) => row)];
  };
  const tables = [
    "public.profiles",
    "public.vehicles",
    "public.leads",
    "public.audit_log",
    "auth.users",
  ];
  return Object.fromEntries(await Promise.all(tables.map(read)));
}

async function expectNothingChanged(attack: () => Promise<void>): Promise<void> {
  const before = await everything();
  await attack();
  expect(await everything()).toEqual(before);
}

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

async function send(person: Person, path: string, { method = "POST", body, headers }: Call = {}) {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await tokenOf(person)}`,
      "content-type": "application/json",
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

describe("threat 2 and 3: one's own rights, by every way to write a row", () => {
  const rights = () => ({
    role: "admin",
    is_active: true,
    dealership_id: rival.id,
    vehicle_count: 1_000,
    email: "robado@example.com",
    phone: "15005550006",
    config: { features: { canAddVehicles: true, canEditPublicPage: true } },
  });
  const ways: [string, (id: string) => [string, Call]][] = [
    ["an upsert", (id) => [`/rest/v1/profiles`, merge({ id, ...rights() })]],
    [
      "an upsert of a list",
      (id) => [`/rest/v1/profiles?on_conflict=id`, merge([{ id, ...rights() }])],
    ],
    [
      "an upsert whose columns= names them",
      (id) => [
        `/rest/v1/profiles?columns=id,role,is_active,dealership_id`,
        merge([{ id, ...rights() }]),
      ],
    ],
    ["a patch", (id) => [`/rest/v1/profiles?id=eq.${id}`, { method: "PATCH", body: rights() }]],
    [
      "a patch of everybody",
      () => [`/rest/v1/profiles?id=not.is.null`, { method: "PATCH", body: rights() }],
    ],
  ];
  const merge = (body: unknown): Call => ({
    body,
    headers: { prefer: "resolution=merge-duplicates,missing=default,return=representation" },
  });

  test.each(ways)("a salesperson gains nothing by %s", async (_, way) => {
    const before = await everything();
    await send(seller, ...way(seller.id));
    await send(dealer, ...way(dealer.id));
    expect(await everything()).toEqual(before);
  });

  test("a dealership neither promotes its salesperson nor gives another away", async () => {
    await expectNothingChanged(async () => {
      const patch = { method: "PATCH", body: { role: "concesionario", dealership_id: rival.id } };
      await send(dealer, `/rest/v1/profiles?id=eq.${seller.id}`, patch);
      await send(dealer, `/rest/v1/profiles?id=eq.${seller.id}`, {
        method: "PATCH",
        body: {
          dealership_id: null,
          vehicle_count: 5,
          public_slug: "robado",
          email: "x@example.com",
        },
      });
    });
  });
});

describe("threat 6 and 7: another dealership's vehicle, by every way to write a row", () => {
  test("a salesperson of one dealership writes nothing of another's, and the dealership does", async () => {
    const row = { brand: "Kia", model: "Robado", year: 2021 };
    await expectNothingChanged(async () => {
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
});

describe("threat 14: the acts of others", () => {
  const acts = (target: Person): [string, unknown][] => [
    [
      "/rest/v1/rpc/update_user_password_by_admin",
      { p_user_id: target.id, p_new_password: "robada-1" },
    ],
    [
      "/rest/v1/rpc/update_user_email_by_admin",
      { p_user_id: target.id, p_new_email: "r@example.com" },
    ],
    ["/rest/v1/rpc/delete_user_by_admin", { target_user_id: target.id }],
    ["/rest/v1/rpc/delete_salesperson_by_dealership", { p_salesperson_id: target.id }],
    ["/rest/v1/rpc/reset_second_factor_by_admin", { p_user_id: target.id }],
    ["/rest/v1/rpc/has_second_factor", { p_user_id: target.id }],
    ["/rest/v1/rpc/get_user_profile_by_id", { p_user_id: target.id }],
    ["/rest/v1/rpc/get_dead_mails", {}],
    ["/rest/v1/rpc/retry_dead_mail", { p_id: target.id }],
    [
      "/rest/v1/rpc/create_user_by_admin",
      { p_password: "robada-1", p_full_name: "X", p_role: "admin", p_email: "nuevo@example.com" },
    ],
    ["/rest/v1/rpc/decide_access_request", { p_request_id: target.id, p_status: "approved" }],
  ];
  const functions = (target: Person): [string, unknown][] => [
    ["/functions/v1/update-user-password-by-admin", { userId: target.id, newPassword: "robada-1" }],
    ["/functions/v1/update-user-email-by-admin", { userId: target.id, newEmail: "r@example.com" }],
    [
      "/functions/v1/create-user-by-admin",
      { email: "nuevo@example.com", password: "robada-1", fullName: "X", role: "admin" },
    ],
    ["/functions/v1/manage-access-request", { requestId: target.id, status: "approved" }],
  ];

  test("a dealership and its salespeople reach nobody outside the team, nor an administrator", async () => {
    await expectNothingChanged(async () => {
      for (const target of [rival, admin]) {
        for (const [path, body] of [...acts(target), ...functions(target)]) {
          for (const person of [dealer, seller]) {
            const { status, text } = await send(person, path, { body });
            const isRefused = status === 403 || (status === 200 && /"error":"/.test(text));
            expect([path, status, isRefused]).toEqual([path, status, true]);
          }
        }
      }
    });
  });

  test("a salesperson reaches neither the dealership nor a colleague", async () => {
    await expectNothingChanged(async () => {
      for (const target of [dealer, colleague]) {
        for (const [path, body] of [...acts(target), ...functions(target)]) {
          const { status, text } = await send(seller, path, { body });
          const isRefused = status === 403 || (status === 200 && /"error":"/.test(text));
          expect([path, status, isRefused]).toEqual([path, status, true]);
        }
      }
    });
  });

  test.each([
    ["audit_log", "row_id"],
    ["access_requests", "user_id"],
    ["vehicle_views", "vehicle_id"],
  ])("neither a dealership nor an administrator writes or empties %s", async (table, column) => {
    await expectNothingChanged(async () => {
      for (const person of [dealer, admin]) {
        for (const method of ["POST", "PATCH", "DELETE"]) {
          const filter = method === "POST" ? "" : `?${column}=not.is.null`;
          const path = `/rest/v1/${table}${filter}`;
          const { status } = await send(person, path, { method, body: { [column]: dealer.id } });
          expect([table, method, status]).toEqual([table, method, 403]);
        }
      }
    });
  });
});

describe("leads of others", () => {
  test("a stranger and a colleague read and change none, the recipient and the dealership do", async () => {
    const namesSeenBy = async ({ client }: Person) => {
      const { data } = await client.from("leads").select("recipient_id").order("recipient_id");
      return new Set((data ?? []).map(({ recipient_id }) => recipient_id));
    };
    expect(await namesSeenBy(seller)).toEqual(new Set());
    expect(await namesSeenBy(colleague)).toEqual(new Set([colleague.id]));
    expect(await namesSeenBy(dealer)).toEqual(new Set([dealer.id, colleague.id]));
    expect(await namesSeenBy(rival)).toEqual(new Set([rival.id]));
    await expectNothingChanged(async () => {
      const [lead] = await server.sql`select * from public.leads where recipient_id = ${rival.id}`;
      for (const person of [seller, colleague, dealer]) {
        const path = `/rest/v1/leads?id=eq.${lead?.id}`;
        await send(person, path, { method: "PATCH", body: { state: "Perdido" } });
        expect((await send(person, path, { method: "DELETE" })).status).toBe(403);
        const moved = { method: "PATCH", body: { recipient_id: person.id } };
        expect((await send(person, path, moved)).status).toBe(403);
        const merge = {
          body: { ...lead, notes: "x" },
          headers: { prefer: "resolution=merge-duplicates" },
        };
        expect((await send(person, "/rest/v1/leads", merge)).status).toBe(403);
        const embed = `/rest/v1/profiles?select=leads!leads_recipient_id_fkey(name)&id=eq.${rival.id}`;
        expect((await send(person, embed, { method: "GET" })).text).not.toContain("Ana");
      }
    });
  });
});

describe("threat 27: a forged impersonation", () => {
  const actFor = (id: string) => ({ "x-impersonated-user": id });

  test("a dealer who claims to act for another, or for an administrator, sees not a row more", async () => {
    const paths = [
      "/rest/v1/profiles?select=*&order=id",
      "/rest/v1/vehicles?select=*,profiles(*)&order=id",
      "/rest/v1/leads?select=*&order=id",
      "/rest/v1/audit_log?select=*",
      "/rest/v1/access_requests?select=*",
    ];
    for (const path of paths) {
      const honest = await send(dealer, path, { method: "GET" });
      for (const whom of [rival.id, admin.id, "admin", "' or true --"]) {
        const headers = actFor(whom);
        expect(await send(dealer, path, { method: "GET", headers })).toEqual(honest);
      }
    }
    await expectNothingChanged(async () => {
      for (const whom of [rival.id, admin.id]) {
        const headers = actFor(whom);
        const patch = { method: "PATCH", body: { price: "1" }, headers };
        await send(dealer, `/rest/v1/vehicles?id=eq.${foreign}`, patch);
        const row = { user_id: rival.id, brand: "Kia", model: "Forjado", year: 2020 };
        expect((await send(dealer, "/rest/v1/vehicles", { body: row, headers })).status).toBe(403);
        const typed = { email: "f@example.com", password: "clave-1", fullName: "F" };
        const opened = await send(seller, "/functions/v1/create-salesperson", {
          body: typed,
          headers,
        });
        expect(opened.status).toBe(403);
      }
    });
  });

  test("an administrator who really acts for a dealership leaves a line that nobody removes", async () => {
    const headers = actFor(rival.id);
    const path = `/rest/v1/vehicles?id=eq.${foreign}`;
    expect(
      (await send(admin, path, { method: "PATCH", body: { price: "77" }, headers })).status,
    ).toBe(204);
    const lines =
      await server.sql`select actor_id, impersonated_id, action, row_id, difference from public.audit_log`;
    expect([...lines]).toEqual([
      {
        actor_id: admin.id,
        impersonated_id: rival.id,
        action: "update",
        row_id: foreign,
        difference: { price: { old: "9", new: "77" } },
      },
    ]);
    await expectNothingChanged(async () => {
      for (const client of [admin.client, server.service()]) {
        const removed = await client.from("audit_log").delete().not("id", "is", null);
        const changed = await client
          .from("audit_log")
          .update({ actor_id: dealer.id })
          .not("id", "is", null);
        expect([removed.status, changed.status]).toEqual([403, 403]);
      }
    });
  });
});

describe("threat 28: a feature that is off", () => {
  test("a dealer whose public page is closed to editing changes it by no way, and the rest is saved", async () => {
    const page_style = { accent_color: "#123456" };
    const config = { features: { canEditPublicPage: false, canAddVehicles: false }, page_style };
    await admin.client.from("profiles").update({ config }).eq("id", dealer.id);
    await expectNothingChanged(async () => {
      const other = { page_style: { accent_color: "#654321" } };
      const open = { features: { canEditPublicPage: true, canAddVehicles: true } };
      for (const change of [
        { config: other },
        { config: { ...other, ...open } },
        { config: {} },
        { public_slug: "otra-tienda" },
        { custom_domain: "otra.com" },
      ]) {
        const upsert = { id: dealer.id, full_name: dealer.fullName, ...change };
        const merge = { prefer: "resolution=merge-duplicates" };
        const path = `/rest/v1/profiles?id=eq.${dealer.id}`;
        const refused = [
          await send(dealer, path, { method: "PATCH", body: change }),
          await send(dealer, "/rest/v1/profiles", { body: upsert, headers: merge }),
        ];
        expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      }
      await send(dealer, `/rest/v1/profiles?id=eq.${dealer.id}`, {
        method: "PATCH",
        body: { config: { ...open, page_style } },
      });
      const row = { user_id: dealer.id, brand: "Kia", model: "Negado", year: 2020 };
      for (const person of [dealer, seller]) {
        expect((await send(person, "/rest/v1/vehicles", { body: row })).status).toBe(403);
      }
    });
    const saved = { config: { page_style, profile: { slogan: "Hola" } } };
    expect(
      (await dealer.client.from("profiles").update(saved).eq("id", dealer.id)).error,
    ).toBeNull();
    const [row] = await server.sql`select config from public.profiles where id = ${dealer.id}`;
    expect(row?.config).toEqual({ ...config, profile: { slogan: "Hola" } });
  });
});
