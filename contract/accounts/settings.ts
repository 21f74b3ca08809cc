import { z } from "zod";
import { cleanLine } from "../text/clean-line.ts";
import { readUrl } from "../text/read-url.ts";
import { NewPassword } from "./access-request.ts";
import { ProfileConfig } from "./profile-config.ts";

/**
 * Minimum length of a password that a person sets for their own account (docs/product/settings.md).
 */
const minOwnPasswordLength = 8;
const minPhoneDigits = 8;

const slug = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** The slug of a public address, or "" (checks profiles_public_slug_*). */
export const PublicSlug = z
  .string()
  .regex(slug, {
    error: "Usa letras, números y guiones sueltos, sin guion al principio ni al final.",
  })
  .refine((text) => text.length !== 1, { error: "Usa al menos 2 caracteres." })
  .max(60, { error: "Usa como máximo 60 caracteres." });

/** A host name without a scheme, or "" (check profiles_custom_domain_host). */
export const CustomDomain = z
  .string()
  .toLowerCase()
  .max(253, { error: "El dominio es demasiado largo." })
  .refine((text) => text === "" || hostName.test(text), {
    error: "Escribe solo el dominio, por ejemplo www.autosdelvalle.com",
  });

/** Why public.save_profile rejected a save: the hint of its error. */
export const ProfileRefusal = z.enum([
  "slug_taken",
  "slug_reserved",
  "slug_format",
  "domain_invalid",
  "domain_of_platform",
  "page_forbidden",
]);
export type ProfileRefusal = z.infer<typeof ProfileRefusal>;

const EmailOrNone = z.email({ error: "Escribe un correo válido." }).or(z.literal(""));

/** The Perfil y Contacto form of /settings: three columns of profiles plus config.profile. */
export const ProfileSettings = z
  .object({
    full_name: z
      .string()
      .overwrite(cleanLine)
      .min(1, { error: "Escribe tu nombre completo." })
      .max(120, { error: "Usa como máximo 120 caracteres." }),
    public_slug: PublicSlug,
    custom_domain: CustomDomain,
    profile: ProfileConfig.shape.profile,
  })
  .superRefine(({ profile }, { addIssue }) => {
    const refuse = (path: string[], message: string) =>
      addIssue({ code: "custom", path: ["profile", ...path], message });
    if (!EmailOrNone.safeParse(profile.email).success)
      refuse(["email"], "Escribe un correo válido.");
    if (profile.whatsapp !== "" && countDigits(profile.whatsapp) < minPhoneDigits) {
      refuse(["whatsapp"], "Escribe el número con el prefijo de tu país.");
    }
    const { enabled, url } = profile.custom_button;
    if (url !== "" && !readUrl(url)) {
      refuse(["custom_button", "url"], "Escribe una dirección que empiece por https://");
    }
    if (enabled && url === "") {
      refuse(["custom_button", "url"], "Escribe la dirección que abre el botón.");
    }
  });
export type ProfileSettings = z.output<typeof ProfileSettings>;

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: "Escribe un color como #FF6A00." });

/** The form of /settings/public-page: config.page_style except the theme of shared selections. */
export const PageStyleSettings = z.object({
  layout_style: z.enum(["centered", "classic"]),
  show_header_name: z.boolean(),
  accent_color: Colour,
  hero_background_color: Colour,
  use_hero_image: z.boolean(),
  hero_image_url: z.string(),
});
export type PageStyleSettings = z.output<typeof PageStyleSettings>;

/** The Seguridad form: the person's own new password, and its confirmation. */
export const OwnPasswordInput = z
  .object({
    password: z
      .string()
      .min(1, { error: "La nueva contraseña es requerida" })
      .refine((text) => [...text].length >= minOwnPasswordLength, {
        error: "La contraseña debe tener al menos 8 caracteres",
      })
      .pipe(NewPassword),
    confirmation: z.string().min(1, { error: "Por favor confirma la nueva contraseña" }),
  })
  .refine(({ password, confirmation }) => confirmation === password, {
    path: ["confirmation"],
    error: "Las contraseñas no coinciden",
  });
export type OwnPasswordInput = z.output<typeof OwnPasswordInput>;

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}
