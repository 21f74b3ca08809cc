import { expect, test } from "vitest";
import { findTapCode } from "./contact-tap.ts";

test.each([
  ["K7Q2MX", "K7Q2MX"],
  ["k7q2mx ", "K7Q2MX"],
  ["Ref. K7Q2MX", "K7Q2MX"],
  ["_K7Q2MX_ K7Q2MXX", "K7Q2MX"],
  [
    "Hola, quiero más información sobre el Hyundai Kona (KM8K2CAB4PU001140).\nhttps://autos.example/public/vehicle/0b6c1e52-7f0e-4c39-9a54-3f6a6f2f8d11 Ref. K7Q2MX",
    "K7Q2MX",
  ],
])("a dealer who pastes %j gets the tap code in it", (text, code) => {
  expect(findTapCode(text)).toBe(code);
});

test.each(["", "K7Q2M", "K7Q2MXX", "K0O1IL", "Hola, ¿sigue?"])(
  "a dealer who has typed %j gets no tap code yet",
  (text) => {
    expect(findTapCode(text)).toBeNull();
  },
);
