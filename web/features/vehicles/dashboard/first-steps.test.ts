import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.tsx";

const hidden = { id: "a", published: false, views: 0 };
const published = { id: "b", published: true, views: 0 };
const withLogo = {
  config: { profile: { whatsapp: "+13055550123", logo: "https://example.com/logo.png" } },
};
const say = (steps: ReturnType<typeof firstSteps>) =>
  steps.map(({ title, done, to }) => `${title}: ${done ? "done" : to}`);

test("a new dealership is guided from WhatsApp and logo to its first vehicle", () => {
  expect(say(firstSteps({ config: null }, [], false))).toEqual([
    "Añade tu WhatsApp: /settings#whatsapp",
    "Sube tu logo: /settings",
    "Añade tu primer vehículo: /add-vehicle",
    "Publícalo: /add-vehicle",
    "Compártelo: /add-vehicle",
  ]);
});

test("a dealership is guided to a vehicle to publish, and to one to share", () => {
  expect(say(firstSteps(withLogo, [hidden], false)).slice(3)).toEqual([
    "Publícalo: /vehicle/a",
    "Compártelo: /vehicle/a",
  ]);
  expect(say(firstSteps(withLogo, [hidden, published], false)).slice(3)).toEqual([
    "Publícalo: done",
    "Compártelo: /vehicle/b",
  ]);
});

test.each([
  ["whose vehicle a visitor has opened", [{ ...published, views: 1 }], false],
  ["that has copied a link here", [published], true],
] as const)("a dealership %s has done the step of sharing", (_, vehicles, shared) => {
  expect(firstSteps(withLogo, [...vehicles], shared).every(({ done }) => done)).toBe(true);
});

test("a dealership is not asked for what an administrator switched off", () => {
  const features = { canEditPublicPage: false, canAddVehicles: false };
  expect(say(firstSteps({ config: { features } }, [], false))).toEqual([
    "Añade tu WhatsApp: /settings#whatsapp",
  ]);
  expect(say(firstSteps({ config: { features } }, [hidden], false))).toEqual([
    "Añade tu WhatsApp: /settings#whatsapp",
    "Añade tu primer vehículo: done",
    "Publícalo: /vehicle/a",
    "Compártelo: /vehicle/a",
  ]);
});
