import { describe, expect, test } from "vitest";
import { EditUserForm } from "./account-inputs.ts";

const form = {
  fullName: "Ana",
  email: "",
  role: "vendedor",
  isActive: true,
  dealershipId: "",
  canAddVehicles: true,
  canEditPublicPage: true,
  newPassword: "",
};

describe("the e-mail of an account that may have none", () => {
  test.each([
    ["", ""],
    ["   ", ""],
    ["\t\n", ""],
    [" Ana@Example.com ", "ana@example.com"],
  ])("an administrator who types %j saves %j", (typed, saved) => {
    expect(EditUserForm.parse({ ...form, email: typed }).email).toBe(saved);
  });

  test.each(["ana", "ana@", `${"a".repeat(250)}@example.com`])(
    "an administrator sees a Spanish error for %j",
    (typed) => {
      const { error } = EditUserForm.safeParse({ ...form, email: typed });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        "El correo electrónico no es válido.",
      ]);
    },
  );
});
