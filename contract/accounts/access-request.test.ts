import { describe, expect, test } from "vitest";
import { AccessRequestForm, AccessRequestInput } from "./access-request.ts";

const complete = {
  name: " Ana Pérez ",
  phone: "(305) 555-0123",
  email: " Ana@Example.com ",
  account_type: "concesionario",
  message: " Tengo 40 coches. ",
  password: "secreto",
};

describe("an access request", () => {
  test("is trimmed, and its e-mail is lower-cased", () => {
    expect(AccessRequestInput.parse(complete)).toEqual({
      name: "Ana Pérez",
      phone: "(305) 555-0123",
      email: "ana@example.com",
      account_type: "concesionario",
      message: "Tengo 40 coches.",
      password: "secreto",
    });
  });

  test("defaults to a vendedor account without a message", () => {
    const { account_type: _type, message: _message, ...rest } = complete;
    expect(AccessRequestInput.parse(rest)).toMatchObject({
      account_type: "vendedor",
      message: null,
    });
  });

  test.each([
    ["name", "  ", "Escribe tu nombre."],
    ["name", "Ana\r\nBcc: x@y.example", "El nombre contiene caracteres que no se admiten."],
    ["name", "<b>Ana</b>", "El nombre contiene caracteres que no se admiten."],
    ["phone", "", "Escribe tu teléfono."],
    ["email", "ana", "El correo electrónico no es válido."],
    ["email", "ana@example.com\r\nBcc: x@y.example", "El correo electrónico no es válido."],
    ["email", "ana@example.com,x@y.example", "El correo electrónico no es válido."],
    ["password", "12345", "La contraseña debe tener al menos 6 caracteres."],
    ["password", "á".repeat(37), "La contraseña puede tener como máximo 72 caracteres."],
    ["password", "🚗🚗🚗", "La contraseña debe tener al menos 6 caracteres."],
    ["password", "secreto\0", "La contraseña contiene caracteres que no se admiten."],
    ["password", "secreto\ud83d", "La contraseña contiene caracteres que no se admiten."],
    ["name", "Ana\udc00", "El nombre contiene caracteres que no se admiten."],
    ["message", "x".repeat(2001), "El mensaje puede tener como máximo 2000 caracteres."],
    ["message", "Hola\0", "El mensaje contiene caracteres que no se admiten."],
    ["message", "Hola \ud83d", "El mensaje contiene caracteres que no se admiten."],
  ])("with the %s %j is rejected in Spanish", (field, value, expected) => {
    const { error } = AccessRequestInput.safeParse({ ...complete, [field]: value });
    expect(error?.issues.map(({ message }) => message)).toContain(expected);
  });

  test("for an administrator's account is rejected", () => {
    const { error } = AccessRequestInput.safeParse({ ...complete, account_type: "admin" });
    expect(error?.issues).toMatchObject([{ message: "El tipo de cuenta no es válido." }]);
  });
});

test("an applicant sees an error at a password confirmation that differs", () => {
  const form = { ...complete, confirmPassword: "secreta" };
  const { error } = AccessRequestForm.safeParse(form);
  expect(error?.issues).toMatchObject([
    {
      path: ["confirmPassword"],
      message: "Por favor, verifica que ambas contraseñas sean iguales.",
    },
  ]);
  expect(AccessRequestForm.safeParse({ ...form, confirmPassword: "secreto" }).success).toBe(true);
});

test.each([
  ["an empty form", { name: "", phone: "", email: "", password: "", confirmPassword: "" }],
  ["a form without the confirmation", { ...complete, confirmPassword: "" }],
])("an applicant with %s sees at the field that a confirmation is missing", (_case, form) => {
  const { error } = AccessRequestForm.safeParse(form);
  const told = error?.issues.filter(({ path: [field] }) => field === "confirmPassword");
  expect(told).toMatchObject([{ message: "Por favor confirma la contraseña." }]);
});

test("a wrong confirmation is reported along with the form's other errors", () => {
  const form = { ...complete, email: "", confirmPassword: "secreta" };
  const { error } = AccessRequestForm.safeParse(form);
  expect(error?.issues.map(({ path: [field] }) => field)).toEqual(
    expect.arrayContaining(["email", "confirmPassword"]),
  );
});
