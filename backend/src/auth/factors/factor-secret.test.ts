import { describe, expect, it } from "vitest";
import { openFactorSecret, sealFactorSecret } from "./totp.ts";

const jwtSecret = "un-secreto-de-firma-de-al-menos-32-bytes";
const keySource = { name: "Notes", jwtSecret };
const factorId = "5f0c7b44-6a0a-4f3e-9a55-0f0c3c2b9a11";
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a factor's secret", () => {
  it("can be opened again, and is sealed differently each time", () => {
    const sealed = [1, 2].map(() => sealFactorSecret(keySource, factorId, secret));
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const stored of sealed) {
      expect(stored).not.toContain(secret);
      expect(openFactorSecret(keySource, factorId, stored)).toBe(secret);
    }
  });

  it("is stored in GoTrue's format", () => {
    expect(JSON.parse(sealFactorSecret(keySource, factorId, secret))).toEqual({
      key_id: expect.stringMatching(/^notes-[0-9a-f]{12}$/),
      alg: "aes-gcm-hkdf",
      data: expect.any(String),
      nonce: expect.stringMatching(/^[A-Za-z0-9+/]{16}$/),
    });
  });

  it("is read as plain text if GoTrue stored it unsealed", () => {
    expect(openFactorSecret(keySource, factorId, secret)).toBe(secret);
  });

  it("cannot be opened with another JWT_SECRET, and the error says so", () => {
    const stored = sealFactorSecret(keySource, factorId, secret);
    const open = () =>
      openFactorSecret({ ...keySource, jwtSecret: `${jwtSecret}!` }, factorId, stored);
    expect(open).toThrow("another JWT_SECRET");
  });

  it("cannot be opened for another factor or after a change", () => {
    const stored = sealFactorSecret(keySource, factorId, secret);
    const other = factorId.replace("5", "6");
    expect(() => openFactorSecret(keySource, other, stored)).toThrow(/authenticate/);
    const parts = JSON.parse(stored);
    const bytes = Buffer.from(parts.data, "base64");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const changed = JSON.stringify({ ...parts, data: bytes.toString("base64") });
    expect(() => openFactorSecret(keySource, factorId, changed)).toThrow(/authenticate/);
  });
});
