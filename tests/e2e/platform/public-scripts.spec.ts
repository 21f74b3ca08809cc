import type { Response } from "@playwright/test";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { expect, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

/**
 * Words only found in scripts for signed-in people; `npm run bench paint` measures the size of all.
 */
const signedIn = ["GoTrueClient", "recharts", "getCoreRowModel", "zxing"];

test.describe("JavaScript on public pages", () => {
  test("a customer downloads compressed scripts only, without the signed-in part", async ({
    page,
    site,
    request,
  }) => {
    const slug = `script-${Date.now().toString(36)}`;
    const dealer = await createDealership(site, { slug });
    const seller = `${slug}-ana`;
    await createSalesperson(site, dealer.id, { slug: seller });
    const image = await storePhoto(dealer, "a.jpg", "#1f5fa8");
    const { id } = await makeVehicle(dealer, { images: [image], published: true });
    for (const path of [
      "/",
      `/public/vehicle/${id}`,
      `/share?ids=${id}`,
      `/i/${slug}`,
      `/i/${slug}/inventory`,
      `/s/${seller}`,
      `/vcard/${seller}`,
    ]) {
      const scripts = new Set<string>();
      const asked: string[] = [];
      const note = (response: Response) => {
        asked.push(new URL(response.url()).pathname);
        if (/\.m?js$/.test(new URL(response.url()).pathname)) scripts.add(response.url());
      };
      page.on("response", note);
      await page.goto(path);
      // A busy page pauses its requests just like one that is complete.
      await expect.poll(() => scripts.size, path).toBeGreaterThan(2);
      await page.waitForLoadState("networkidle");
      page.off("response", note);
      if (path.endsWith("/inventory")) {
        const rendered = asked.filter((at) => !/^\/assets\/|\.svg$|^\/storage\//.test(at));
        expect(rendered, "no link of the page is rendered in advance").toEqual([path]);
      }
      for (const script of scripts) {
        const answer = await request.get(script, { headers: { "accept-encoding": "gzip" } });
        expect(answer.headers()["content-encoding"], script).toBe("gzip");
        const text = await answer.text();
        expect(
          signedIn.filter((word) => text.includes(word)),
          script,
        ).toEqual([]);
      }
    }
  });
});
