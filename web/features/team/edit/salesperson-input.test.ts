import { describe, expect, it } from "vitest";
import type { TeamMember } from "../team-member.ts";
import {
  changesOf,
  SalespersonInput,
  SalespersonWithoutEmailInput,
  salespersonInputOf,
} from "./salesperson-input.ts";

const member = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  role: "vendedor",
  full_name: "Ana Pérez",
  email: "ana@example.com",
  config: { profile: { phone: "305 555 0123", instagram: "@ana" } },
} satisfies TeamMember;
const stored = salespersonInputOf(member);

const faultsOf = ({ error }: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("a dealer who edits a salesperson", () => {
  it("sees the stored values and an empty password", () => {
    expect(stored).toEqual({
      fullName: "Ana Pérez",
      logo: "",
      phone: "305 555 0123",
      whatsapp: "",
      email: "ana@example.com",
      password: "",
    });
  });

  it("changes nothing by saving the same values with other spaces and capitals", () => {
    const typed = { ...stored, fullName: " Ana Pérez ", email: "Ana@Example.com " };
    expect(changesOf(stored, SalespersonInput.parse(typed))).toEqual({});
  });

  it("writes only the differences", () => {
    const typed = { ...stored, whatsapp: "+1 305 555 0199", password: "secreto" };
    expect(changesOf(stored, SalespersonInput.parse(typed))).toEqual({
      profile: { whatsapp: "+1 305 555 0199" },
      password: "secreto",
    });
    expect(changesOf(stored, { ...stored, email: "otra@example.com" })).toEqual({
      email: "otra@example.com",
    });
  });

  it.each([
    ["fullName", " ", "Escribe el nombre completo."],
    ["phone", "3".repeat(41), "El teléfono no es válido."],
    ["whatsapp", "555 0123", "Escribe el número con el prefijo de tu país."],
    ["email", " ", "Escribe el correo electrónico."],
    ["email", "ana", "El correo electrónico no es válido."],
    ["password", "12345", "La contraseña debe tener al menos 6 caracteres."],
  ])("is refused at %s with %j", (field, value, expected) => {
    expect(faultsOf(SalespersonInput.safeParse({ ...stored, [field]: value }))).toEqual([
      [field, expected],
    ]);
  });

  it("may leave an account without e-mail as it is, or add one", () => {
    const without = { ...stored, email: " " };
    expect(SalespersonWithoutEmailInput.parse(without).email).toBe("");
    expect(SalespersonWithoutEmailInput.parse({ ...without, email: "A@b.co" }).email).toBe(
      "a@b.co",
    );
    expect(faultsOf(SalespersonWithoutEmailInput.safeParse({ ...without, email: "a" }))).toEqual([
      ["email", "El correo electrónico no es válido."],
    ]);
  });
});
