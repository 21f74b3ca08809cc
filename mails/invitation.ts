import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const Invitation = z.object({
  token: z.string().min(1),
  redirectTo: z.url(),
  name: z.string().default(""),
});

/** Leads somebody into the account that a service opened for them; it has no password yet. */
export function invitation(
  { token, redirectTo, name }: z.infer<typeof Invitation>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  const query = new URLSearchParams({ token, type: "invite", redirect_to: redirectTo });
  return {
    subject: "Te han invitado a Vitrina",
    preview: "Acepta la invitación: el enlace sirve una sola vez, durante una hora.",
    greeting: greet(name),
    paragraphs: [
      "Te han abierto una cuenta en Vitrina. Abre este enlace para confirmar que este correo es tuyo y elegir tu contraseña.",
    ],
    action: { label: "Aceptar la invitación", url: `${siteUrl}/auth/v1/verify?${query}` },
    notes: [
      "El enlace sirve una sola vez y caduca en una hora. Si te invitan otra vez, solo funciona el último.",
      `Si no esperabas esta invitación, ignora este mensaje. Para cualquier duda, escríbenos a ${contactEmail}.`,
    ],
  };
}
