import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const Recovery = z.object({
  token: z.string().min(1),
  redirectTo: z.url(),
  name: z.string().default(""),
});

/**
 * Leads a person who forgot the password to a new one (product section 2, /forgot-password). The
 * link opens the account: nothing else does.
 */
export function recovery(
  { token, redirectTo, name }: z.infer<typeof Recovery>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  const query = new URLSearchParams({ token, type: "recovery", redirect_to: redirectTo });
  return {
    subject: "Crea una contraseña nueva",
    preview: "El enlace sirve una sola vez, durante una hora.",
    greeting: greet(name),
    paragraphs: [
      "Has pedido recuperar el acceso a tu cuenta de Vitrina. Abre este enlace y elige una contraseña nueva.",
    ],
    action: { label: "Elegir contraseña nueva", url: `${siteUrl}/auth/v1/verify?${query}` },
    notes: [
      "El enlace sirve una sola vez y caduca en una hora. Si pides otro, solo funciona el último.",
      `Si no lo has pedido tú, ignora este mensaje: tu contraseña sigue siendo la misma. Para cualquier duda, escríbenos a ${contactEmail}.`,
    ],
  };
}
