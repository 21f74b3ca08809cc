import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useAuth } from "./use-auth.ts";

function Lost() {
  useAuth();
  return null;
}

it("useAuth outside an AuthProvider throws", () => {
  expect(() => renderToString(<Lost />)).toThrow("useAuth must be used within an AuthProvider");
});
