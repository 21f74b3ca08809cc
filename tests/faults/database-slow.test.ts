import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { makeInquiry } from "#tests/support/leads.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { type DataFolder, makeAnonKey } from "#tests/support/server-process.ts";
import { signInAsDealer } from "./sign-in-as-dealer.ts";
import { pausePostgres } from "./pause-postgres.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

const folders: DataFolder[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

type Answer = { status: number; body: unknown };

/** A server with a dealer who has one hidden vehicle, and calls that measure their time. */
async function enter() {
  const folder = createPreparedFolder();
  folders.push(folder);
  const server = await folder.start();
  const { client } = await signInAsDealer(server.url, folder.path);
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? "";
  const owner = data.session?.user.id ?? "";
  const row = { user_id: owner, brand: "Kia", model: "Oculto", year: 2020 };
  expect((await client.from("vehicles").insert(row)).error).toBeNull();
  const anonKey = await makeAnonKey(folder.path);
  const ask = async (bearer: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${server.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  };
  return { folder, server, ask, token, owner, anonKey, insert: { ...row, model: "Tarde" } };
}

type Entered = Awaited<ReturnType<typeof enter>>;

/** One call to each endpoint that needs the database. */
function callEveryEndpoint({ ask, token, owner, anonKey, insert }: Entered): Promise<Answer>[] {
  const password = { email: "dealer@example.com", password: "clave-segura" };
  return [
    ask(token, "/rest/v1/vehicles?select=id"),
    ask(anonKey, "/rest/v1/vehicles?select=id"),
    ask(token, "/rest/v1/vehicles", insert),
    ask(token, "/rest/v1/rpc/get_own_sessions", {}),
    ask(token, "/auth/v1/user"),
    ask(anonKey, "/auth/v1/token?grant_type=password", password),
    ask(token, "/storage/v1/object/list/vehicle_images", { prefix: owner }),
    ask(anonKey, "/storage/v1/object/public/vehicle_images/a/b.jpg"),
    ask(anonKey, "/functions/v1/send-lead-notification", makeInquiry({ id: randomUUID() })),
    ask(anonKey, "/readyz"),
  ];
}

/** Many calls by a visitor and the dealer in turn; each must be answered with its own identity. */
async function expectIdentitiesKept({ ask, token, anonKey }: Entered): Promise<void> {
  const calls = Array.from({ length: 60 }, (_, index) =>
    index % 2
      ? ask(token, "/rest/v1/vehicles?select=model&model=eq.Oculto")
      : ask(anonKey, "/rest/v1/vehicles?select=model&model=eq.Oculto"),
  );
  const bodies = (await Promise.all(calls)).map(({ body }) => body);
  expect(bodies).toEqual(bodies.map((_, index) => (index % 2 ? [{ model: "Oculto" }] : [])));
  expect((await ask(anonKey, "/rest/v1/profiles?select=email")).status).toBe(401);
}

function expectRefused(answers: Answer[]): void {
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => ![503, 504].includes(status))).toEqual([]);
}

// Both wait for a limit of half a minute without using the processor, so they run concurrently.
describe.concurrent("fault 6: PostgreSQL is slow or paused", () => {
  test("a dealer and a visitor get 503 or 504 while it is paused, and then continue", async () => {
    const entered = await enter();
    const { folder, server, ask, anonKey } = entered;
    await expectIdentitiesKept(entered);
    const goOn = pausePostgres(folder.postmasterPid());
    try {
      const many = Array.from({ length: 40 }, () => ask(anonKey, "/rest/v1/vehicles?select=id"));
      expectRefused(await Promise.all([...callEveryEndpoint(entered), ...many]));
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    } finally {
      goOn();
    }
    await waitUntilReady(server.url);
    await expectIdentitiesKept(entered);
    expect((await ask(entered.token, "/auth/v1/user")).status).toBe(200);
  });

  test("only requests for a locked table time out, and no claims leak afterwards", async () => {
    const entered = await enter();
    const { folder, ask, token, anonKey } = entered;
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    const answers = await sql.begin(async (holder) => {
      await holder`lock table public.vehicles in access exclusive mode`;
      const waiting = Array.from({ length: 24 }, (_, index) =>
        ask(index % 8 === 0 ? token : anonKey, "/rest/v1/vehicles?select=id"),
      );
      const first = await Promise.race(waiting);
      expect(first.status).toBe(504);
      expect((await ask(token, "/auth/v1/user")).status).toBe(200);
      return Promise.all(waiting);
    });
    await end();
    expectRefused(answers);
    await expectIdentitiesKept(entered);
  });

  test("only requests for pictures time out when their table is locked", async () => {
    const entered = await enter();
    const { folder, ask, token, owner, anonKey } = entered;
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    const answers = await sql.begin(async (holder) => {
      await holder`lock table storage.objects in access exclusive mode`;
      const waiting = Array.from({ length: 60 }, (_, index) =>
        index % 2
          ? ask(anonKey, "/storage/v1/object/public/vehicle_images/a/b.jpg")
          : ask(token, "/storage/v1/object/list/vehicle_images", { prefix: owner }),
      );
      expect((await Promise.race(waiting)).status).toBe(504);
      const password = { email: "dealer@example.com", password: "clave-segura" };
      const signedIn = await ask(anonKey, "/auth/v1/token?grant_type=password", password);
      expect(signedIn).toMatchObject({ status: 200 });
      expect((await ask(anonKey, "/readyz")).status).toBe(200);
      expect((await ask(token, "/rest/v1/vehicles?select=id")).status).toBe(200);
      return Promise.all(waiting);
    });
    await end();
    expectRefused(answers);
    await expectIdentitiesKept(entered);
  });
});

async function waitUntilReady(url: string): Promise<void> {
  const askReady = async () => expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await vi.waitFor(askReady, patience);
}
