import { describe, expect, it } from "vitest";
import { ForeignSecretError, openFactorSecret, sealFactorSecret } from "./factor-secret.ts";

const jwtSecret = "un-secreto-de-firma-de-al-menos-32-bytes";
const factorId = "5f0c7b44-6a0a-4f3e-9a55-0f0c3c2b9a11";
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("the secret of a factor", () => {
  it("comes back from what is stored, which is another text each time", () => {
    const sealed = [1, 2].map(() => sealFactorSecret(jwtSecret, factorId, secret));
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const stored of sealed) {
      expect(stored).not.toContain(secret);
      expect(openFactorSecret(jwtSecret, factorId, stored)).toBe(secret);
    }
  });

  it("is stored in GoTrue's format", () => {
    expect(JSON.parse(sealFactorSecret(jwtSecret, factorId, secret))).toEqual({
      key_id: expect.stringMatching(/^vitrina-[0-9a-f]{12}$/),
      alg: "aes-gcm-hkdf",
      data: expect.any(String),
      nonce: expect.stringMatching(/^[A-Za-z0-9+/]{16}$/),
    });
  });

  it("that GoTrue left unsealed is read as it is", () => {
    expect(openFactorSecret(jwtSecret, factorId, secret)).toBe(secret);
  });

  it("cannot be read by a server with another JWT_SECRET, which says so", () => {
    const stored = sealFactorSecret(jwtSecret, factorId, secret);
    const open = () => openFactorSecret(`${jwtSecret}!`, factorId, stored);
    expect(open).toThrow(ForeignSecretError);
  });

  it("cannot be moved to another factor, nor changed", () => {
    const stored = sealFactorSecret(jwtSecret, factorId, secret);
    const other = factorId.replace("5", "6");
    expect(() => openFactorSecret(jwtSecret, other, stored)).toThrow(/authenticate/);
    const parts = JSON.parse(stored);
    const bytes = Buffer.from(parts.data, "base64");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const changed = JSON.stringify({ ...parts, data: bytes.toString("base64") });
    expect(() => openFactorSecret(jwtSecret, factorId, changed)).toThrow(/authenticate/);
  });
});
