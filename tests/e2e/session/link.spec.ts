import type { Page } from "@playwright/test";
import { createDealership, type Person } from "#tests/support/people.ts";
import { expect, expectAccessible, openAs, test } from "../fixtures.ts";

/** The fragment of a link that signs this person in. */
async function fragmentOf({ client }: Person, type = "magiclink"): Promise<string> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error("There is no session");
  const { access_token, refresh_token, expires_in, token_type } = session;
  const words = { access_token, refresh_token, expires_in: String(expires_in), token_type, type };
  return `#${new URLSearchParams(words)}`;
}

/** The person signed in on the device. */
function readPerson(page: Page): Promise<unknown> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem("sb-localhost-auth-token") ?? "null")?.user.id,
  );
}

test.describe("a link that contains a session", () => {
  test("a visitor is signed in by their own recovery link, not by another's link", async ({
    page,
    site,
  }) => {
    await page.goto(`/dashboard${await fragmentOf(await createDealership(site))}`);
    await expect(page).toHaveURL("/");
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/");
    const dealer = await createDealership(site);
    await page.goto(`/update-password${await fragmentOf(dealer, "recovery")}`);
    await expect(page.getByRole("main")).toContainText(dealer.email);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("a dealer is asked before using another person's recovery link", async ({ page, site }) => {
    const dealer = await createDealership(site, { fullName: "Autos de la Víctima" });
    const other = await createDealership(site, { fullName: "Autos del Otro" });
    await openAs(page, dealer, "/share");
    const open = async (path: string) => {
      await page.goto("/share");
      await page.goto(`${path}${await fragmentOf(other, "recovery")}`);
    };
    const question = page.getByRole("alertdialog", { name: "Este enlace es de otra cuenta" });
    for (const path of ["/login", "/update-password", "/"]) {
      await test.step(path, async () => {
        await open(path);
        await expect(question).toContainText(other.email);
        await expect(question).toContainText("Autos de la Víctima");
        expect(page.url(), path).not.toContain("access_token");
        await question.getByRole("button", { name: "Seguir como Autos de la Víctima" }).click();
        await expect(question).toHaveCount(0);
        expect(await readPerson(page), path).toBe(dealer.id);
      });
    }
    await open("/login");
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Usar el enlace" }).click();
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByRole("main")).toContainText(other.email);
    expect(await readPerson(page)).toBe(other.id);
  });

  test("a dealer stays signed in whatever session an attacker's link contains", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const attacker = await createDealership(site);
    const own = await fragmentOf(attacker);
    const forged = forge(dealer.id);
    await openAs(page, dealer, "/dashboard");
    for (const address of [
      `/dashboard${own}`,
      `/login#access_token=${forged}&${own.slice(1)}`,
      `${own.replace("#", "/login?")}#access_token=${forged}&refresh_token=x`,
      `${own.replace("#", "/update-password?")}`,
    ]) {
      await page.goto("/share");
      await page.goto(address);
      await expect.poll(() => page.url(), address).not.toContain("access_token");
      expect(await readPerson(page), address).toBe(dealer.id);
    }
    await page.goto("/dashboard");
    await expect(page.getByText("No hay vehículos")).toBeVisible();
    expect(await readPerson(page)).toBe(dealer.id);
  });
});

/** An unsigned token that names a person. */
function forge(sub: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ sub, exp: 4102444800 })}.x`;
}
