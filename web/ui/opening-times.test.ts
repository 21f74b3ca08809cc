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

test("a customer sees equal days as one line, a search engine only the open days", () => {
  expect(times.lines).toEqual([
    { days: "Lun–Vie", times: "9:00–18:00" },
    { days: "Sáb", times: "10:00–14:00" },
    { days: "Dom", times: "Cerrado" },
  ]);
  const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
  expect(openingHoursMeta(hours)).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: weekdays,
      opens: "09:00",
      closes: "18:00",
    },
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Saturday"],
      opens: "10:00",
      closes: "14:00",
    },
  ]);
});

const late = {
  ...hours,
  mon: "09:00-13:00,15:00-19:00",
  tue: "09:00-13:00,18:00-02:00",
  wed: "01:00-03:00,18:00-00:00",
  thu: "",
  sun: "20:00-04:00",
};

test("a customer sees both spans of a day with a break, a search engine each one", () => {
  expect(openingTimes(late).lines.slice(0, 2)).toEqual([
    { days: "Lun", times: "9:00–13:00, 15:00–19:00" },
    { days: "Mar", times: "9:00–13:00, 18:00–2:00" },
  ]);
  expect(openingHoursMeta(late)).toContainEqual({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: ["Tuesday"],
    opens: "18:00",
    closes: "02:00",
  });
});

describe("a customer sees whether it is open, across breaks and midnight", () => {
  // Times in Bogotá; 23 November 2026 is a Monday.
  test.each([
    ["2026-11-23T03:59", "Abierto ahora · cierra a las 4:00"],
    ["2026-11-23T04:00", "Cerrado · abre a las 9:00"],
    ["2026-11-23T12:59", "Abierto ahora · cierra a las 13:00"],
    ["2026-11-23T13:00", "Cerrado · abre a las 15:00"],
    ["2026-11-23T15:00", "Abierto ahora · cierra a las 19:00"],
    ["2026-11-23T19:00", "Cerrado · abre mañana a las 9:00"],
    ["2026-11-24T17:59", "Cerrado · abre a las 18:00"],
    ["2026-11-24T23:59", "Abierto ahora · cierra a las 2:00"],
    ["2026-11-25T00:30", "Abierto ahora · cierra a las 2:00"],
    ["2026-11-25T02:30", "Abierto ahora · cierra a las 3:00"],
    ["2026-11-25T23:59", "Abierto ahora · cierra a las 0:00"],
    ["2026-11-26T00:00", "Cerrado · abre mañana a las 9:00"],
    ["2026-11-28T14:00", "Cerrado · abre mañana a las 20:00"],
  ])("at %s: %s", (local, expected) => {
    expect(openingState(openingTimes(late), new Date(`${local}:00-05:00`))).toBe(expected);
  });
});

describe("a customer in another time zone sees the state by the dealership's clock", () => {
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

  test("a customer sees no state when the browser does not know the time zone", () => {
    expect(openingState({ ...times, zone: "Mars/Olympus" }, new Date())).toBeNull();
  });

  test("a customer sees the next opening when it is open once a week", () => {
    const closed = { ...hours, mon: "", tue: "", wed: "", thu: "", fri: "" };
    const state = openingState(openingTimes(closed), new Date("2026-11-28T20:00:00Z"));
    expect(state).toBe("Cerrado · abre el sábado a las 10:00");
  });
});
