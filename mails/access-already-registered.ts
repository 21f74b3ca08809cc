import { z } from "zod";
import type { MailContent, MailSite } from "./mail-content.ts";

export const AccessAlreadyRegistered = z.object({});

/**
 * Answers a request for an address that has an account already, to that address alone (threat 20).
 * It repeats nothing that was typed.
 */
export function accessAlreadyRegistered(
  _data: z.infer<typeof AccessAlreadyRegistered>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Ya tienes una cuenta en Vitrina",
    preview: "Se ha pedido acceso con este correo, que ya está registrado.",
    greeting: "Hola:",
    paragraphs: [
      "Alguien, quizá tú, ha pedido acceso a Vitrina con este correo, que ya está registrado. No hemos cambiado nada.",
      "Inicia sesión con tu contraseña de siempre. Si tu solicitud anterior aún está en revisión, te escribiremos con la respuesta.",
    ],
    action: { label: "Iniciar sesión", url: `${siteUrl}/login` },
    notes: [
      `¿Has olvidado tu contraseña? Cámbiala en ${siteUrl}/forgot-password`,
      `Si no has sido tú, ignora este mensaje. Para cualquier duda, escríbenos a ${contactEmail}.`,
    ],
  };
}
