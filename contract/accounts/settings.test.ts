import { describe, expect, test } from "vitest";
import { ProfileConfig } from "./profile-config.ts";
import { CustomDomain, OwnPasswordInput, ProfileSettings, PublicSlug } from "./settings.ts";

const { profile } = ProfileConfig.parse({});
const settings = { full_name: "Ana", public_slug: "ana", custom_domain: "", profile };

function faultOf(changes: object): [string, string] | null {
  const result = ProfileSettings.safeParse({ ...settings, profile: { ...profile, ...changes } });
  const issue = result.error?.issues[0];
  return issue ? [issue.path.join("."), issue.message] : null;
}

describe("Perfil y Contacto", () => {
  test("a dealer's complete profile is accepted", () => {
    expect(
      faultOf({
        email: "ventas@autos.mx",
        whatsapp: "+52 55 5555 0100",
        custom_button: { enabled: true, url: "https://autos.mx/credito", text: "Crédito" },
      }),
    ).toBeNull();
  });

  test("a dealer's enabled button needs a URL, a disabled one does not", () => {
    const button = { ...profile.custom_button, enabled: true };
    expect(faultOf({ custom_button: button })).toEqual([
      "profile.custom_button.url",
      "Escribe la dirección que abre el botón.",
    ]);
    expect(faultOf({ custom_button: { ...button, enabled: false } })).toBeNull();
  });

  test.each(["javascript:alert(1)", "autos", "https://", "data:text/html,x"])(
    "a dealer's button cannot link to %s",
    (url) => {
      expect(faultOf({ custom_button: { ...profile.custom_button, url } })?.[0]).toBe(
        "profile.custom_button.url",
      );
    },
  );

  test("a dealer sees a wrong e-mail or a WhatsApp without prefix at its field", () => {
    expect(faultOf({ email: "ventas" })?.[0]).toBe("profile.email");
    expect(faultOf({ whatsapp: "555" })?.[0]).toBe("profile.whatsapp");
  });
});

describe("public address", () => {
  test.each(["", "autos-del-valle", "a1"])("a dealer can choose the slug '%s'", (slug) => {
    expect(PublicSlug.safeParse(slug).success).toBe(true);
  });

  test.each(["a", "-autos", "autos-", "autos--valle", "Autos", "ñandú", "x".repeat(61)])(
    "a dealer cannot choose the slug '%s'",
    (slug) => {
      expect(PublicSlug.safeParse(slug).success).toBe(false);
    },
  );

  test("a dealer's domain is a lower-case host name without scheme, port or number", () => {
    expect(CustomDomain.parse("WWW.Autos.mx")).toBe("www.autos.mx");
    for (const wrong of ["https://autos.mx", "autos", "10.0.0.1", "autos.mx:80", "autos.mx/x"]) {
      expect(CustomDomain.safeParse(wrong).success, wrong).toBe(false);
    }
  });
});

describe("Seguridad", () => {
  const messages = (password: string, confirmation: string) =>
    OwnPasswordInput.safeParse({ password, confirmation }).error?.issues.map(
      ({ message }) => message,
    );

  test("a person who leaves both fields empty sees an error at each", () => {
    expect(messages("", "")).toEqual(
      expect.arrayContaining([
        "La nueva contraseña es requerida",
        "Por favor confirma la nueva contraseña",
      ]),
    );
  });

  test("a person's password needs eight characters", () => {
    expect(messages("1234567", "1234567")).toContain(
      "La contraseña debe tener al menos 8 caracteres",
    );
    expect(messages("12345678", "12345678")).toBeUndefined();
  });

  test("a person's password and its confirmation must match", () => {
    expect(messages("12345678", "12345679")).toEqual(["Las contraseñas no coinciden"]);
  });
});
