import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

/** Values that would become extra lines, fields or properties without escaping. */
const smuggled = [
  "Autos\r\nTEL:+34600000000",
  "Autos\nEND:VCARD\nBEGIN:VCARD",
  "Autos;Calle,\\;TEL:1",
  "Autos\u2028X-EVIL:1\u0000\u0085URL:javascript:alert(1)",
];

/** What a spreadsheet would take for a formula, or for the end of a cell. */
const formulas = ["=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(A1)", 'a","=1', "a\r\n=1,2", "\t=1"];

let server: TestServer;
let dealer: Person;
beforeAll(async () => {
  server = await startTestServer({}, { web: "dev" });
  dealer = await createDealership(server, { slug: "autos-dano" });
});
afterAll(() => server.stop());

describe("threat 40: a contact card from the server", () => {
  test.each(smuggled)(
    "a phone reads no line or field that a dealer injects with %j",
    async (text) => {
      const profile = { name: text, phone: text.slice(0, 40), email: text, location: text };
      await server.sql`update public.profiles
      set full_name = ${text.replaceAll("\u0000", "")}, config = jsonb_set(config, '{profile}', ${server.sql.json(clean(profile))})
      where id = ${dealer.id}`;
      const answer = await fetch(`${server.url}/vcard/autos-dano.vcf`);
      expect(answer.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="[^"\r\n]+"; filename\*=UTF-8''[\w.%-]+$/,
      );
      const card = (await answer.text()).replaceAll(/\r\n[ \t]/g, "");
      const lines = card.split("\r\n");
      expect(lines.join("")).not.toMatch(/[\r\n\p{Cc}]/u);
      const names = lines.map((line) => line.split(/[:;]/)[0]);
      expect(names).toEqual([
        ...[
          "BEGIN",
          "VERSION",
          "N",
          "FN",
          "ORG",
          "X-ABSHOWAS",
          "TEL",
          "EMAIL",
          "URL",
          "ADR",
          "END",
          "",
        ],
      ]);
      const n = lines.find((line) => line.startsWith("N:"));
      expect(n?.replaceAll(/\\./g, "").split(";")).toHaveLength(5);
      const address = lines.find((line) => line.startsWith("ADR;"));
      expect(address?.replaceAll(/\\./g, "").split(";")).toHaveLength(8);
    },
  );
});

describe("threat 40: rows of /rest/v1 as CSV", () => {
  test("a dealer's program gets each value whole in its cell, as in PostgREST", async () => {
    const rows = formulas.map((description, year) => ({
      user_id: dealer.id,
      brand: "Kia",
      model: "Río",
      year: 2000 + year,
      published: true,
      description,
    }));
    expect((await dealer.client.from("vehicles").insert(rows)).error).toBeNull();
    const answer = await fetch(
      `${server.url}/rest/v1/vehicles?select=description,brand&user_id=eq.${dealer.id}&order=year`,
      { headers: { apikey: server.anonKey, accept: "text/csv" } },
    );
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const [head, ...read] = readCsv(await answer.text());
    expect(head).toEqual(["description", "brand"]);
    expect(read).toEqual(formulas.map((text) => [text, "Kia"]));
  });

  test("a stranger's browser gets none by following a link, which has no API key", async () => {
    const answer = await fetch(`${server.url}/rest/v1/vehicles?select=description`, {
      headers: { accept: "text/csv" },
    });
    expect(answer.status).toBe(401);
  });
});

/** The database rejects control characters there: check profiles_config_texts. */
function clean(profile: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(profile).map(([name, text]) => [name, text.replaceAll(/\p{Cc}/gu, " ")]),
  );
}

/** The cells of a CSV text (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows;
}
