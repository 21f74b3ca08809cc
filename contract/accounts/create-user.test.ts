import { describe, expect, test } from "vitest";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  CreateSalespersonInput,
  CreateUserForm,
  CreateUserInput,
} from "./account-inputs.ts";

const userId = "00000000-0000-4000-8000-000000000000";
const body = { fullName: " Ana Pérez ", password: "secreto", email: " Ana@Example.com " };

const faultsOf = ({ error }: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("an administrator's new account", () => {
  test("defaults to a vendedor; its name is trimmed and its e-mail lower-cased", () => {
    expect(CreateUserInput.parse(body)).toEqual({
      fullName: "Ana Pérez",
      password: "secreto",
      email: "ana@example.com",
      phone: null,
      role: "vendedor",
      dealershipId: null,
    });
  });

  test("needs an e-mail or a phone; an empty value counts as missing", () => {
    const none = { ...body, email: "", phone: " ", dealershipId: "" };
    expect(faultsOf(CreateUserInput.safeParse(none))).toEqual([
      ["email", "Escribe el correo electrónico o el teléfono."],
    ]);
    expect(CreateUserInput.parse({ ...none, phone: "3055550123" })).toMatchObject({
      email: null,
      phone: "3055550123",
    });
  });

  test.each([
    ["fullName", " ", "Escribe el nombre completo."],
    ["fullName", undefined, "Escribe el nombre completo."],
    ["fullName", "x".repeat(121), "El nombre puede tener como máximo 120 caracteres."],
    ["fullName", "Ana\nBcc: x@y.example", "El nombre contiene caracteres que no se admiten."],
    ["fullName", "<b>Ana</b>", "El nombre contiene caracteres que no se admiten."],
    ["fullName", "Ana \ud800", "El nombre contiene caracteres que no se admiten."],
    ["email", "ana", "El correo electrónico no es válido."],
    ["email", "ana@example.com,x@y.example", "El correo electrónico no es válido."],
    ["email", 7, "Escribe el correo electrónico."],
    ["phone", "3".repeat(41), "El teléfono no es válido."],
    ["role", "superadmin", "El rol no es válido."],
    ["dealershipId", "1", "El concesionario no es válido."],
    ["password", "12345", "La contraseña debe tener al menos 6 caracteres."],
    ["password", undefined, "La contraseña debe tener al menos 6 caracteres."],
    ["password", "😀😀😀", "La contraseña debe tener al menos 6 caracteres."],
    ["password", "á".repeat(37), "La contraseña puede tener como máximo 72 caracteres."],
    ["password", "secreto\0", "La contraseña contiene caracteres que no se admiten."],
    ["password", "secreto\udc00", "La contraseña contiene caracteres que no se admiten."],
  ])("with the %s %j is rejected in Spanish at that field", (field, value, expected) => {
    const parsed = CreateUserInput.safeParse({ ...body, [field]: value });
    expect(faultsOf(parsed)[0]).toEqual([field, expected]);
  });
});

describe("the administrator's form", () => {
  const form = { fullName: "Ana", password: "secreto", role: "admin", dealershipId: "" } as const;

  test("reads an identifier with an @ as an e-mail and any other as a phone", () => {
    const byEmail = CreateUserForm.parse({ ...form, identifier: "Ana@Example.com" });
    expect(CreateUserInput.parse(byEmail)).toMatchObject({ email: "ana@example.com", phone: null });
    const byPhone = CreateUserForm.parse({ ...form, identifier: " (305) 555-0123 " });
    expect(CreateUserInput.parse(byPhone)).toMatchObject({ email: null, phone: "(305) 555-0123" });
  });

  test.each([
    ["", "Escribe el correo electrónico o el teléfono."],
    ["ana@", "El correo electrónico no es válido."],
    ["3".repeat(41), "El teléfono no es válido."],
  ])("rejects the identifier %j at its field", (identifier, expected) => {
    expect(faultsOf(CreateUserForm.safeParse({ ...form, identifier }))).toEqual([
      ["identifier", expected],
    ]);
  });
});

test("a salesperson needs an e-mail but no phone", () => {
  expect(CreateSalespersonInput.parse(body)).toEqual({
    fullName: "Ana Pérez",
    password: "secreto",
    email: "ana@example.com",
    phone: null,
  });
  for (const email of ["", undefined]) {
    expect(faultsOf(CreateSalespersonInput.safeParse({ ...body, email }))).toEqual([
      ["email", "Escribe el correo electrónico."],
    ]);
  }
});

test("a change names the account and the new value", () => {
  expect(ChangeEmailInput.parse({ userId, newEmail: " Otra@Example.com" })).toEqual({
    userId,
    newEmail: "otra@example.com",
  });
  expect(faultsOf(ChangeEmailInput.safeParse({ userId: "1", newEmail: "" }))).toEqual([
    ["userId", "El usuario no es válido."],
    ["newEmail", "Escribe el correo electrónico."],
  ]);
  expect(faultsOf(ChangePasswordInput.safeParse({ userId, newPassword: "12345" }))).toEqual([
    ["newPassword", "La contraseña debe tener al menos 6 caracteres."],
  ]);
});
