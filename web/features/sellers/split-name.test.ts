import { expect, test } from "vitest";
import { splitName } from "./split-name.ts";

test.each([
  ["Ana", "Ana", ""],
  ["Ana Pérez", "Ana", "Pérez"],
  ["Ana Pérez López", "Ana", "Pérez López"],
  ["Ana María Pérez López", "Ana María", "Pérez López"],
  ["María de la Cruz", "María", "de la Cruz"],
  ["Juan Carlos de León", "Juan Carlos", "de León"],
  ["  Luis   Núñez ", "Luis", "Núñez"],
  ["", "", ""],
])("a visitor saves %j with given name %j and family name %j", (name, given, family) => {
  expect(splitName(name)).toEqual({ given, family });
});
