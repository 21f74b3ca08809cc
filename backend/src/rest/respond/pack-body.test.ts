import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { packBody } from "../index.ts";

const answer = (body: string) => ({ headers: {}, body });
const long = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, brand: "Kia" })));

describe("packBody", () => {
  test("a long response is gzipped for a client that accepts gzip", async () => {
    const sent = answer(long);
    const body = await packBody(sent, "gzip, deflate, br");
    expect(sent.headers).toEqual({ Vary: "Accept-Encoding", "Content-Encoding": "gzip" });
    expect(gunzipSync(body).toString()).toBe(long);
    expect(body.length).toBeLessThan(long.length / 4);
  });

  test.each([undefined, "", "br", "gzip;q=0", "gzip; q=0.0, br"])(
    "a long response is not compressed for Accept-Encoding %j",
    async (accepts) => {
      const sent = answer(long);
      expect(await packBody(sent, accepts)).toBe(long);
      expect(sent.headers).toEqual({ Vary: "Accept-Encoding" });
    },
  );

  test("a short response is never compressed", async () => {
    const sent = answer("[]");
    expect(await packBody(sent, "gzip")).toBe("[]");
    expect(sent.headers).toEqual({});
  });
});
