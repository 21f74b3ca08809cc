import { expect, test } from "vitest";
import { createVapid } from "./push.ts";

const input = { name: "Notes", secret: "a secret", mailFrom: "Notes <hola@example.com>" };

test("processes with the same secret derive the same key, others do not", () => {
  const { publicKey } = createVapid(input);
  expect(publicKey).toBe(createVapid(input).publicKey);
  expect(publicKey).not.toBe(createVapid({ ...input, secret: "another" }).publicKey);
  const point = Buffer.from(publicKey, "base64url");
  expect([point.length, point[0]]).toEqual([65, 4]);
});
