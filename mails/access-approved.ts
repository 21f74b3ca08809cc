import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const AccessApproved = z.object({
  name: z.string().default(""),
  needs_password: z.boolean().default(false),
});

/**
 * Tells the person that an administrator has opened the account; one that was asked for with two
 * passwords has none yet.
 */
export function accessApproved(
  { name, needs_password }: z.infer<typeof AccessApproved>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Tu acceso a Vitrina está aprobado",
    preview: "Ya puedes iniciar sesión con tu correo o tu teléfono.",
    greeting: greet(name),
    paragraphs: [
      "¡Buenas noticias! Hemos aprobado tu solicitud y tu cuenta ya está activa.",
      needs_password
        ? "Se pidió acceso con este correo más de una vez y con contraseñas distintas, así que ninguna vale. Elige la tuya antes de entrar."
        : "Inicia sesión con tu correo o tu teléfono y la contraseña que elegiste al solicitar el acceso.",
    ],
    action: needs_password
      ? { label: "Elegir mi contraseña", url: `${siteUrl}/forgot-password` }
      : { label: "Iniciar sesión", url: `${siteUrl}/login` },
    notes: [
      "Si aún no has confirmado tu correo, hazlo primero con el enlace que te enviamos.",
      `¿Necesitas ayuda? Escríbenos a ${contactEmail}.`,
    ],
  };
}
