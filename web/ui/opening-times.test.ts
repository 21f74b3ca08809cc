import { describe, expect, test } from "vitest";
import { openingHoursMeta, openingState, openingTimes } from "./opening-times.ts";

const hours = {
  zone: "America/Bogota",
  mon: "09:00-18:00",
  tue: "09:00-18:00",
  wed: "09:00-18:00",
  thu: "09:00-18:00",
  fri: "09:00-18:00",
  sat: "10:00-14:00",
  sun: "",
};
const times = openingTimes(hours);

test("a customer reads days with the same hours as one line, a search engine those it is open", () => {
  expect(times.lines).toEqual([
    { days: "Lun–Vie", times: "9:00–18:00" },
    { days: "Sáb", times: "10:00–14:00" },
    { days: "Dom", times: "Cerrado" },
  ]);
  expect(openingHoursMeta(hours)).toEqual(["Mo-Fr 09:00-18:00", "Sa 10:00-14:00"]);
});

describe("a customer in another time zone reads whether the dealership is open by its own clock", () => {
  // Bogotá is five hours behind UTC; 23 November 2026 is a Monday.
  test.each([
    ["2026-11-23T13:59:00Z", "Cerrado · abre a las 9:00"],
    ["2026-11-23T14:00:00Z", "Abierto ahora · cierra a las 18:00"],
    ["2026-11-23T22:59:00Z", "Abierto ahora · cierra a las 18:00"],
    ["2026-11-23T23:00:00Z", "Cerrado · abre mañana a las 9:00"],
    ["2026-11-24T02:00:00Z", "Cerrado · abre mañana a las 9:00"],
    ["2026-11-28T19:00:00Z", "Cerrado · abre el lunes a las 9:00"],
    ["2026-11-29T19:00:00Z", "Cerrado · abre mañana a las 9:00"],
  ])("at %s: %s", (now, expected) => {
    expect(openingState(times, new Date(now))).toBe(expected);
  });

  test("and nothing where the browser does not know the zone", () => {
    expect(openingState({ ...times, zone: "Mars/Olympus" }, new Date())).toBeNull();
  });

  test("once a week", () => {
    const closed = { ...hours, mon: "", tue: "", wed: "", thu: "", fri: "" };
    const state = openingState(openingTimes(closed), new Date("2026-11-28T20:00:00Z"));
    expect(state).toBe("Cerrado · abre el sábado a las 10:00");
  });
});
