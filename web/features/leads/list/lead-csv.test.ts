import { describe, expect, it } from "vitest";
import type { Lead } from "#contract/customers/lead.ts";
import { separatorFor, toCsv } from "#web/ui/controls/csv.ts";
import { sampleLead } from "../fixtures.ts";
import { leadRows } from "../leads-page.tsx";

const lead: Lead = {
  ...sampleLead,
  kind: "referral",
  recipient_name: "Luis Núñez",
  vehicle_title: null,
  email: null,
  referred_name: "Pedro",
  referred_phone: "+525555550123",
  state: "En atención",
  created_at: "2026-11-21T03:20:00Z",
};

const leadsCsv = (leads: Lead[], separator: "," | ";") =>
  toCsv(leadRows(leads, "Asia/Kathmandu"), separator);

const rowOf = (changes: Partial<Lead>, separator: "," | ";" = ",") =>
  leadsCsv([{ ...lead, ...changes }], separator).split("\r\n")[1];

describe("leads that a dealer exports (threat 40)", () => {
  it("contain every column, with accents that Excel reads", () => {
    const file = leadsCsv([lead], ",");
    expect(file.startsWith("\uFEFFFecha,Tipo,Estado,Nombre,")).toBe(true);
    expect(file.endsWith("\r\n")).toBe(true);
    expect(rowOf({})).toBe(
      "2026-11-21 09:05,Referido,En atención,Carla Cliente,,1 305 555 0100,,,Pedro,52 55 5555 0123,Luis Núñez,,,",
    );
  });

  it.each(["=1+1", "+1", "-2", "@SUM(A1)", "\tx", "\rx", " =1+1", "＝1+1", "=HYPERLINK(0)"])(
    "never contain the formula %j from a stranger",
    (name) => {
      const [, cell] = /^[^,]*,[^,]*,[^,]*,"?([^,"]*)/.exec(rowOf({ name }) ?? "") ?? [];
      expect(cell?.[0]).toBe("'");
    },
  );

  it("keep quotes, separators and line ends inside their cell", () => {
    expect(leadsCsv([{ ...lead, notes: 'a "b", c;\nd' }], ",")).toContain('"a ""b"", c;\nd"');
    expect(rowOf({ notes: "a;b" }, ";")).toMatch(/;"a;b";;$/);
    expect(rowOf({ notes: "a;b" })).toMatch(/,a;b,,$/);
  });

  it("use the separator that the reader's Excel expects", () => {
    expect(["es-US", "es-MX", "en"].map(separatorFor)).toEqual([",", ",", ","]);
    expect(["es", "es-ES", "es-CO"].map(separatorFor)).toEqual([";", ";", ";"]);
  });
});
