import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { tokenOf, trySignIn } from "#backend-tests/support/accounts.ts";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { expiredLink, followLink } from "#backend-tests/support/mail-links.ts";
import { readLink } from "#tests/support/mail-links.ts";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
let seller: Person;

beforeEach(async () => {
  seller = await createSalesperson(server, dealer.id);
});
afterAll(() => server.stop());

const setActive = (by: Person, is_active: boolean) =>
  by.client.from("profiles").update({ is_active }).eq("id", seller.id).select("id");

const byAdmin = (is_active: boolean) => setActive(admin, is_active);
const byDealer = (is_active: boolean) => setActive(dealer, is_active);
const byBan = async () =>
  server.service().auth.admin.updateUserById(seller.id, { ban_duration: "24h" });

describe("a salesperson who is deactivated and reactivated", () => {
  test.each([
    ["an administrator", byAdmin, byAdmin],
    ["the dealership", byDealer, byDealer],
    ["a ban", byBan, byAdmin],
  ])(
    "by %s loses old tokens, links and signed URLs, and can sign in again",
    async (_, close, open) => {
      const token = await tokenOf(seller);
      const { session } = (await seller.client.auth.getSession()).data;
      await server.anonymous().auth.resetPasswordForEmail(seller.email);
      const link = await readLink(server, seller.email);
      const path = `${dealer.id}/1700000000000-${randomUUID()}.jpg`;
      const photos = seller.client.storage.from("vehicle_images");
      const signed = await photos.createSignedUploadUrl(path);
      expect(signed.error).toBeNull();

      expect((await close(false)).error).toBeNull();
      expect(await trySignIn(server, seller)).toBe("user_banned");
      await server.anonymous().auth.resetPasswordForEmail(seller.email);
      expect((await open(true)).error).toBeNull();

      const read = await seller.client.from("vehicles").select("id");
      expect([read.status, read.error?.code]).toEqual([401, "PGRST301"]);
      const user = await callAuth(server, "user", { method: "GET", token });
      expect([user.status, user.body?.code]).toEqual([403, "session_not_found"]);
      const body = { refresh_token: session?.refresh_token };
      const refreshed = await callAuth(server, "token?grant_type=refresh_token", { body });
      expect(refreshed.status).toBe(400);
      expect((await followLink(link)).fragment).toEqual(expiredLink);
      const late = await server
        .anonymous()
        .storage.from("vehicle_images")
        .uploadToSignedUrl(path, signed.data?.token ?? "", await smallJpeg(), {
          contentType: "image/jpeg",
        });
      expect(late.error).toMatchObject({ statusCode: "403" });
      expect(await server.sql`select 1 from storage.objects where name = ${path}`).toHaveLength(0);
      const { links, sessions } = await waysInto(seller);
      expect([links, sessions]).toEqual([0, 0]);
      expect(await trySignIn(server, seller)).toBe("signed in");
    },
  );

  test("cannot be reactivated by the dealership when an administrator deactivated them", async () => {
    await byAdmin(false);
    const refused = await byDealer(true);
    expect([refused.status, refused.error]).toEqual([
      403,
      {
        code: "42501",
        message: "Un administrador desactivó esta cuenta. Solo un administrador puede activarla.",
        details: null,
        hint: "closed_by_admin",
      },
    ]);
    const change = await invoke(dealer.client, "update-user-email-by-admin", {
      userId: seller.id,
      newEmail: `otra-${randomUUID()}@example.com`,
    });
    expect(change).toEqual({
      status: 403,
      body: {
        error: "Un administrador desactivó esta cuenta. Solo un administrador puede cambiarla.",
      },
    });
    const removed = await dealer.client.rpc("delete_salesperson_by_dealership", {
      p_salesperson_id: seller.id,
    });
    expect(removed.status).toBe(403);
    const opened = await invoke(dealer.client, "create-salesperson", {
      email: seller.email,
      password: "una-clave",
      fullName: "La Misma",
    });
    expect(opened.body).toMatchObject({ field: "email" });
    expect(await trySignIn(server, seller)).toBe("user_banned");
    expect((await byAdmin(true)).error).toBeNull();
    expect(await trySignIn(server, seller)).toBe("signed in");
  });
});

async function waysInto({ id }: Person) {
  const [row] = await server.sql<{ links: number; sessions: number }[]>`
    select (select count(*)::int from auth.one_time_tokens where user_id = ${id}) as links,
      (select count(*)::int from auth.sessions where user_id = ${id}) as sessions`;
  return row ?? { links: -1, sessions: -1 };
}
