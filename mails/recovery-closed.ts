import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const RecoveryClosed = z.object({ name: z.string().default("") });

/**
 * Answers a person who forgot the password of an account that is not open; the page itself tells
 * nobody (threat 20).
 */
export function recoveryClosed(
  { name }: z.infer<typeof RecoveryClosed>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Tu cuenta de Vitrina no está activa",
    preview: "Por ahora no puedes elegir una contraseña nueva.",
    greeting: greet(name),
    paragraphs: [
      "Se ha pedido una contraseña nueva para la cuenta de este correo. Por ahora no podemos enviártela: la cuenta está en revisión o un administrador la ha desactivado.",
      `Si crees que es un error, escríbenos a ${contactEmail}. En cuanto esté activa, podrás pedirla de nuevo.`,
    ],
    action: { label: "Pedirla de nuevo", url: `${siteUrl}/forgot-password` },
    notes: ["Si no lo has pedido tú, ignora este mensaje: no hemos cambiado nada."],
  };
}
