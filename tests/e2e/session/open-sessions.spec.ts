import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, notice, openAs, test } from "../fixtures.ts";
import type { Site } from "../site.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1";

const android =
  "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

/** Signs the person in on another device. */
async function signInElsewhere(site: Site, { email, password }: Person, userAgent: string) {
  const client = createTestClient(site.url, site.anonKey);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  await site.sql`update auth.sessions set user_agent = ${userAgent}
    where user_id = ${data.user.id} and id::text = ${sessionIdOf(data.session.access_token)}`;
  return client;
}

function sessionIdOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id;
}

test.describe("the open sessions in Seguridad", () => {
  test("a dealer sees the devices, signs out one, and then all the others", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const phone = await signInElsewhere(site, dealer, iphone);
    const others = await Promise.all(
      Array.from({ length: 7 }, () => signInElsewhere(site, dealer, android)),
    );
    await openAs(page, dealer, "/settings?tab=seguridad");
    const sessions = page.getByRole("list", { name: "Sesiones abiertas", exact: true });
    await expect(sessions.getByRole("listitem")).toHaveCount(6);
    await expect(sessions.getByRole("listitem").first()).toContainText("Este dispositivo");
    await page.getByText("Ver 3 más").click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cerrar sesión en Safari en iPhone" }).click();
    await expect(notice(page, "Sesión cerrada")).toBeVisible();
    await expect(page.getByText("Safari en iPhone")).toHaveCount(0);
    expect((await phone.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await dealer.client.auth.getUser()).error).toBeNull();

    await page.getByRole("button", { name: "Cerrar las demás sesiones" }).click();
    await expect(notice(page, "Sesiones cerradas")).toBeVisible();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    for (const other of others) {
      expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    }
    await page.reload();
    await expect(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
  });
});
