import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const AccessApproved = z.object({ name: z.string().default("") });

/** Tells the person that an administrator has opened the account. */
export function accessApproved(
  { name }: z.infer<typeof AccessApproved>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Tu acceso a Vitrina está aprobado",
    preview: "Ya puedes iniciar sesión con tu correo o tu teléfono.",
    greeting: greet(name),
    paragraphs: [
      "¡Buenas noticias! Hemos aprobado tu solicitud y tu cuenta ya está activa.",
      "Inicia sesión con tu correo o tu teléfono y la contraseña que elegiste al solicitar el acceso.",
    ],
    action: { label: "Iniciar sesión", url: `${siteUrl}/login` },
    notes: [
      "Si aún no has confirmado tu correo, hazlo primero con el enlace que te enviamos.",
      `¿Necesitas ayuda? Escríbenos a ${contactEmail}.`,
    ],
  };
}
