import { expect, test } from "vitest";
import { createVapid } from "./push.ts";

const keeper = { name: "Notes", secret: "a secret", mailFrom: "Notes <hola@example.com>" };

test("processes with the same secret derive the same key, others do not", () => {
  const { publicKey } = createVapid(keeper);
  expect(publicKey).toBe(createVapid(keeper).publicKey);
  expect(publicKey).not.toBe(createVapid({ ...keeper, secret: "another" }).publicKey);
  const point = Buffer.from(publicKey, "base64url");
  expect([point.length, point[0]]).toEqual([65, 4]);
});
