import { describe, expect, test } from "vitest";
import { resolvePersonSeller } from "./attribution.ts";
import { contactFileResponse, readPhoto } from "./contact-file.ts";
import { PublicSeller } from "./public-seller.ts";

const dealership = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Autos Sol",
  role: "concesionario",
  public_slug: "autos-sol",
  dealership_id: null,
  public_config: { profile: { location: "Calle 8" } },
};

const linesOf = async (row: object, embedded: object | null = null) => {
  const found = {
    seller: PublicSeller.parse({ ...dealership, ...row }),
    dealership: embedded && PublicSeller.parse(embedded),
  };
  const answer = contactFileResponse(resolvePersonSeller(found, "US"), {
    url: "https://autos.example/vcard/x",
    photo: undefined,
  });
  return (await answer.text()).split("\r\n");
};
const withProfile = (profile: object) => ({ public_config: { profile } });

describe("the contact card that a visitor saves", () => {
  test("of a salesperson names the dealership, the title and its address", async () => {
    const lines = await linesOf(
      {
        full_name: "Ana Pérez López",
        role: "vendedor",
        public_slug: "ana",
        dealership_id: dealership.id,
        public_config: {},
      },
      dealership,
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "N:Pérez López;Ana;;;",
        "FN:Ana Pérez López",
        "ORG:Autos Sol",
        "TITLE:Vendedor",
        "ADR;TYPE=WORK:;;Calle 8;;;;",
        "URL:https://autos.example/vcard/x",
      ]),
    );
  });

  test("of a dealership has its full name as name and organization", async () => {
    expect(await linesOf({})).toEqual(
      expect.arrayContaining(["N:;Autos Sol;;;", "FN:Autos Sol", "ORG:Autos Sol"]),
    );
  });

  test("reads numbers in the dealership's country", async () => {
    const mexican = { country: "MX", phone: "5512345678", whatsapp: "044 55 8765 4321" };
    expect(await linesOf(withProfile(mexican))).toEqual(
      expect.arrayContaining([
        "TEL;TYPE=WORK,VOICE:+52 55 1234 5678",
        "TEL;TYPE=CELL,VOICE:+525587654321",
      ]),
    );
  });

  test("has a WhatsApp number only if it differs from the phone", async () => {
    const mobile = (lines: string[]) => lines.filter((line) => line.startsWith("TEL;TYPE=CELL"));
    const same = { phone: "+1 (305) 555-0100", whatsapp: "305 555 0100" };
    expect(mobile(await linesOf(withProfile(same)))).toEqual([]);
    const other = ["TEL;TYPE=CELL,VOICE:+13055550199"];
    expect(mobile(await linesOf(withProfile({ ...same, whatsapp: "305 555 0199" })))).toEqual(
      other,
    );
    expect(mobile(await linesOf(withProfile({ whatsapp: "305 555 0199" })))).toEqual(other);
    expect(mobile(await linesOf(withProfile({})))).toEqual([]);
  });

  test("gets a file name that every browser reads, in any script", async () => {
    const found = {
      seller: PublicSeller.parse({ ...dealership, full_name: 'Señor (Ñu) 车"' }),
      dealership: null,
    };
    const answer = contactFileResponse(resolvePersonSeller(found, "US"), {
      url: "",
      photo: undefined,
    });
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="Senor (Nu) _.vcf"; filename*=UTF-8''Se%C3%B1or%20%28%C3%91u%29%20%E8%BD%A6.vcf`,
    );
    expect(answer.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
  });
});

describe("readPhoto", () => {
  const answering = (response: Response): typeof fetch => {
    return async () => response;
  };
  const jpeg = (size: number) =>
    new Response(new Uint8Array(size), { headers: { "content-type": "image/jpeg" } });

  test("returns a small JPEG for a visitor's card", async () => {
    expect(await readPhoto(answering(jpeg(3)), "/a")).toBe("AAAA");
  });

  test("returns nothing for a photo that is large, missing, no JPEG or unreachable", async () => {
    expect(await readPhoto(answering(jpeg(100_001)), "/a")).toBeUndefined();
    expect(await readPhoto(answering(new Response(null, { status: 404 })), "/a")).toBeUndefined();
    expect(await readPhoto(answering(new Response("<svg/>")), "/a")).toBeUndefined();
    expect(await readPhoto(() => Promise.reject(new Error("down")), "/a")).toBeUndefined();
  });
});
