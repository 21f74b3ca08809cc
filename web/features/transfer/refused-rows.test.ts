import { describe, expect, it } from "vitest";
import { defaultUnits } from "#contract/units.ts";
import { toCsv } from "#web/ui/controls/csv.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { planImport } from "./plan-import.ts";
import { readSheets } from "./read-rows.ts";
import { refusedRows } from "./refused-rows.ts";

const understand = async (text: string) => mapWorkbook(await readSheets(text), defaultUnits).best;

describe("the refused rows that a dealer downloads", () => {
  it("keep their cells, get the reason, and import once fixed", async () => {
    const sheet = await understand(
      "Vehículo;Precio;Notas\nKia Rio 2020;9000;\nKia Soul 1700;;=1+1\nTotal;9000;",
    );
    const input = { sheet, columns: sheet.columns, vehicles: [], units: defaultUnits };
    const rows = refusedRows(input, planImport(input, new Map()));
    expect(rows).toEqual([
      ["Vehículo", "Precio", "Notas", "Motivo del rechazo"],
      ["Kia Soul 1700", "", "=1+1", "Escribe el año."],
    ]);
    const again = toCsv(rows, ";").replace("1700", "2021");
    expect(again).toContain("'=1+1");
    const mended = await understand(again);
    expect(
      planImport({ ...input, sheet: mended, columns: mended.columns }, new Map()),
    ).toMatchObject([{ kind: "added", title: "Kia Soul 2021" }]);
  });

  it("keep the meaning of each column, as the dealer chose or the sheet implied", async () => {
    const sheet = await understand(
      "Marca,Tipo,Modelo,Vendido,Wert\nKia,A,2020,,\nKia,B,2021,,\nKia,C,2020,,\nKia,D,2020,,\nKia,K4,1700,si,9",
    );
    const columns = sheet.columns.with(4, "cost");
    const input = { sheet, columns, vehicles: [], units: defaultUnits };
    const rows = refusedRows(input, planImport(input, new Map()));
    expect(rows[0]?.slice(0, 5)).toEqual(["Marca", "Modelo", "Año", "Vendido", "Costo (USD)"]);
    expect((await understand(toCsv(rows, ","))).columns).toEqual([...columns, null]);
  });

  it("of a plain VIN list get a heading, and the reason only once", async () => {
    const sheet = await understand("ZZZZZZZZZZZZZZZZ1");
    const refuse = (one: typeof sheet) =>
      refusedRows({ sheet: one, columns: one.columns, units: defaultUnits }, [
        { kind: "refused", line: one.rows[0]?.line ?? 0, title: "", warnings: [], reason: "No" },
      ]);
    const rows = refuse(sheet);
    expect(rows).toEqual([
      ["VIN", "Motivo del rechazo"],
      ["ZZZZZZZZZZZZZZZZ1", "No"],
    ]);
    expect(refuse(await understand(toCsv(rows, ",")))).toEqual(rows);
  });
});
