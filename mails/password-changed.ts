import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const PasswordChanged = z.object({ name: z.string().default("") });

/**
 * Tells a person that the account has a new password, whoever set it, and what to do if it was
 * nobody they know.
 */
export function passwordChanged(
  { name }: z.infer<typeof PasswordChanged>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Tu contraseña de Vitrina ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    greeting: greet(name),
    paragraphs: [
      "La contraseña de tu cuenta de Vitrina se acaba de cambiar y se han cerrado las sesiones en los demás dispositivos.",
      "Si has sido tú o lo acordaste con quien administra tu cuenta, no tienes que hacer nada. Si no, elige otra ahora mismo.",
    ],
    action: { label: "Elegir otra contraseña", url: `${siteUrl}/forgot-password` },
    notes: [`¿Necesitas ayuda? Escríbenos a ${contactEmail}.`],
  };
}
