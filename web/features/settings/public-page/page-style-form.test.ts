import { expect, it } from "vitest";
import { contrastHint } from "./page-style-form.tsx";

it("a dealer learns which text stands on a colour and how well it reads", () => {
  expect(contrastHint("#FF6A00")).toMatch(/texto oscuro, con contraste [5-9]\.\d:1\.$/);
  expect(contrastHint("#1E3A8A")).toMatch(/texto blanco, con contraste 1\d\.\d:1\.$/);
});

it("a dealer is warned of a colour that gets lost on the page", () => {
  expect(contrastHint("#FFFFEE")).toMatch(/fondo claro/);
  expect(contrastHint("#0A0F1A")).toMatch(/fondo oscuro/);
});

it("a dealer who is still writing the colour reads nothing yet", () => {
  expect(contrastHint("#12")).toBeNull();
});
