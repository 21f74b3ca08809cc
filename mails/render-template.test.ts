import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const site = { siteUrl: "https://vitrina.example", contactEmail: "hola@vitrina.example" };

describe("the verification mail", () => {
  test("links to the configured site and continues to the login page", async () => {
    const { html, text } = await renderTemplate(
      "verify-email",
      { token: "a&b=c", name: "Ana" },
      site,
    );
    const link =
      "https://vitrina.example/confirm#token_hash=a%26b%3Dc&type=signup&redirect_to=https%3A%2F%2Fvitrina.example%2Flogin";
    expect(text).toContain(link);
    expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
  });

  test("requires a token", async () => {
    await expect(renderTemplate("verify-email", { name: "Ana" }, site)).rejects.toThrow(/token/);
  });

  test.each([
    ["Gana 1000 dólares"],
    ["visita www.malo.example ya"],
    ["http://malo.example"],
    ["<img src=x>"],
    ["x".repeat(61)],
    [" \r\n "],
  ])("omits a name that could be an advertisement: %j", async (name) => {
    const { html, text } = await renderTemplate("verify-email", { token: "t", name }, site);
    expect(text.split("\n")[0]).toBe("Hola:");
    if (name.trim()) expect(html).not.toContain(name);
  });
});

describe("the recovery mail", () => {
  const data = { token: "a&b=c", redirectTo: "https://vitrina.example/update-password", name: "" };

  test("has one link that signs in, and says how long it is valid", async () => {
    const { html, text } = await renderTemplate("recovery", data, site);
    const link =
      "https://vitrina.example/confirm#token_hash=a%26b%3Dc&type=recovery&redirect_to=https%3A%2F%2Fvitrina.example%2Fupdate-password";
    expect(text.match(/https?:\S+/g)).toEqual([link, "https://vitrina.example"]);
    expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    expect(text).toContain("una sola vez y caduca en una hora");
  });

  test("for a closed account has no secret", async () => {
    const { text } = await renderTemplate("recovery-closed", { name: "Ana" }, site);
    expect(text).not.toContain("/confirm");
  });
});

test.each([
  [
    "recovery",
    { token: "t", redirectTo: "https://vitrina.example/", name: "José Núñez" },
    "Crea una contraseña nueva",
  ],
  [
    "invitation",
    { token: "t", redirectTo: "https://vitrina.example/", name: "José Núñez" },
    "Te han invitado a Vitrina",
  ],
  ["password-changed", { name: "José Núñez" }, "Tu contraseña de Vitrina ha cambiado"],
  ["recovery-closed", { name: "José Núñez" }, "Tu cuenta de Vitrina no está activa"],
  ["verify-email", { token: "t", name: "José Núñez" }, "Confirma tu correo para acceder a Vitrina"],
  [
    "prove-email",
    { token: "t", name: "José Núñez" },
    "Confirma tu correo para recibir tus prospectos",
  ],
  ["access-approved", { name: "José Núñez" }, "Tu acceso a Vitrina está aprobado"],
  ["access-rejected", { name: "José Núñez" }, "Tu solicitud de acceso a Vitrina"],
  ["access-already-registered", { name: "José Núñez" }, "Ya tienes una cuenta en Vitrina"],
  [
    "second-factor-changed",
    { name: "José Núñez", change: "enrolled" },
    "Activaste la verificación en dos pasos",
  ],
  [
    "second-factor-changed",
    { name: "José Núñez", change: "reset" },
    "Un administrador quitó tu verificación en dos pasos",
  ],
])("the mail %s is in Spanish, as HTML and text", async (name, data, subject) => {
  const mail = await renderTemplate(name, data, site);
  expect(mail.subject).toBe(subject);
  for (const form of [mail.html, mail.text]) {
    expect(form).toMatch(/Hola/);
    expect(form).toContain("https://vitrina.example");
    expect(form).not.toMatch(/undefined|\[object/);
  }
  expect(mail.html).toContain('<html lang="es">');
});

test("the greeting keeps the spelling of a name", async () => {
  const { text } = await renderTemplate("access-approved", { name: "María-José O'Brien" }, site);
  expect(text).toMatch(/^Hola, María-José O'Brien:/);
});

test("only an account without a password gets a link to choose one", async () => {
  const contested = await renderTemplate("access-approved", { needs_password: true }, site);
  expect(contested.text).toContain("https://vitrina.example/forgot-password");
  expect(contested.text).not.toContain("la contraseña que elegiste");
  const usual = await renderTemplate("access-approved", { needs_password: false }, site);
  expect(usual.text).not.toContain("forgot-password");
});

test("an unknown template throws", async () => {
  await expect(renderTemplate("constructor", {}, site)).rejects.toThrow(/no mail template/);
});

test.each([
  ["confirmation", "signup"],
  ["invite", "invite"],
  ["recovery", "recovery"],
  ["email-change", "email_change"],
])("the template %s of a Supabase project links to /confirm", async (name, type) => {
  const html = await readFile(
    new URL(`../supabase/templates/${name}.html`, import.meta.url),
    "utf8",
  );
  const [, link] = html.match(/href="([^"]+)"/) ?? [];
  expect(link).toBe(
    `{{ .SiteURL }}/confirm#token_hash={{ .TokenHash }}&type=${type}&redirect_to={{ .RedirectTo }}`,
  );
});
