import { describe, expect, test } from "vitest";
import { dayProblem } from "../text/field-inputs.ts";
import { CostInput, MoneyInput, SaleInput } from "./deal.ts";

describe("a dealer's typed amount", () => {
  test.each([
    ["", null],
    ["15,000", 15000],
    ["15.000", 15000],
    ["$15,000.50", 15000.5],
    ["15 mil", 15000],
    ["350,50", 350.5],
    ["0,99", 0.99],
    ["1.5", 1.5],
    ["\u00a0350,50\u202fUSD", 350.5],
  ])("%j is read as %j", (typed, amount) => {
    expect(MoneyInput.parse(typed)).toBe(amount);
  });

  test.each(["lo de siempre", "-5", "99999999999", "1,23,4", "12,3456", "0,999"])(
    "%j is rejected",
    (typed) => {
      expect(MoneyInput.safeParse(typed).error?.issues[0]?.message).toBe(
        "Escribe una cantidad, como 15,000.",
      );
    },
  );

  test("an expense without an amount is rejected", () => {
    const cost = { label: "Llantas", amount: "", spent_on: "2026-11-25" };
    expect(CostInput.safeParse(cost).success).toBe(false);
    expect(CostInput.parse({ ...cost, amount: "350" }).amount).toBe(350);
  });

  test("a pasted buyer or expense is joined into one line", () => {
    expect(SaleInput.shape.buyer_name.parse(" Carla\n\tRuiz ")).toBe("Carla Ruiz");
    expect(SaleInput.shape.buyer_phone.parse("\u0000")).toBeNull();
    expect(CostInput.shape.label.parse("Llantas\r\nnuevas")).toBe("Llantas nuevas");
    expect(CostInput.shape.label.safeParse("\n").error?.issues[0]?.message).toBe(
      "Escribe en qué se gastó.",
    );
  });

  test("a sale needs only its day", () => {
    const open = { price: "", buyer_name: " ", buyer_phone: "", seller_id: "", commission: "" };
    expect(SaleInput.parse({ ...open, day: "2026-11-25" })).toEqual({
      day: "2026-11-25",
      price: null,
      buyer_name: null,
      buyer_phone: null,
      seller_id: null,
      commission: null,
    });
    expect(SaleInput.safeParse({ ...open, day: "" }).success).toBe(false);
  });

  test.each([
    ["0020-05-05", "Elige un día entre 1950 y 2100."],
    ["2026-12-01", "Ese día aún no ha llegado. Elige hoy o uno anterior."],
    ["2026-11-30", undefined],
    ["1950-01-01", undefined],
  ])("a purchase or sale on %s, checked on 2026-11-30, gives %j", (day, problem) => {
    expect(dayProblem(day, "2026-11-30")).toBe(problem);
  });

  test.each(["0202-11-25", "1949-12-31", "2100-01-02", "9999-12-31"])(
    "a sale on %s is rejected, as in the database",
    (day) => {
      expect(SaleInput.shape.day.safeParse(day).error?.issues[0]?.message).toBe(
        "Elige un día entre 1950 y 2100.",
      );
    },
  );
});
