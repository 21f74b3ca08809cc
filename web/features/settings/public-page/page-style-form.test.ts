import { expect, it } from "vitest";
import { contrastHint } from "./page-style-form.tsx";

it("a dealer sees the text color on a color and its contrast", () => {
  expect(contrastHint("#FF6A00")).toMatch(/texto oscuro, con contraste [5-9]\.\d:1\.$/);
  expect(contrastHint("#1E3A8A")).toMatch(/texto blanco, con contraste 1\d\.\d:1\.$/);
});

it("a dealer is warned of a color that hardly stands out from the page", () => {
  expect(contrastHint("#FFFFEE")).toMatch(/fondo claro/);
  expect(contrastHint("#0A0F1A")).toMatch(/fondo oscuro/);
});

it("a dealer who has not finished typing a color sees no hint", () => {
  expect(contrastHint("#12")).toBeNull();
});
