import { expect, test } from "vitest";
import { createAdmission } from "#backend/http/admission.ts";
import { servePages } from "./serve-pages.ts";

const pages = servePages({
  clientFolder: "public",
  secure: false,
  admission: createAdmission(),
  render: async ({ url }) => new Response(`page ${new URL(url).pathname}`),
  matchRoute: () => "page",
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "a client that sends %s to a page or an unknown address gets 405 with Allow",
  async (method) => {
    for (const path of ["/", "/functions/x", "/robots.txt", "/assets/x.js", "/login.data"]) {
      const answer = await pages.request(path, { method });
      expect([path, answer.status]).toEqual([path, 405]);
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
      expect(await answer.text()).toBe("Pages are only read");
    }
  },
);

test("a visitor reads a page by GET, or its headers by HEAD", async () => {
  const read = await pages.request("/functions/x");
  expect([read.status, await read.text()]).toEqual([200, "page /functions/x"]);
  expect((await pages.request("/functions/x", { method: "HEAD" })).status).toBe(200);
});
