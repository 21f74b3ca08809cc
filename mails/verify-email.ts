import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const VerifyEmail = z.object({ token: z.string().min(1), name: z.string().default("") });

/** Asks the person who requested access to prove that the address is theirs. */
export function verifyEmail(
  { token, name }: z.infer<typeof VerifyEmail>,
  site: MailSite,
): MailContent {
  return {
    subject: "Confirma tu correo para acceder a Vitrina",
    preview: "Un paso más: confirma que este correo es tuyo.",
    greeting: greet(name),
    paragraphs: [
      "Hemos recibido tu solicitud de acceso a Vitrina. Para continuar, confirma que este correo es tuyo.",
      "Después revisaremos tu solicitud y te escribiremos con la respuesta.",
    ],
    action: { label: "Confirmar mi correo", url: verificationLink(token, site) },
    notes: [
      "El enlace sirve una sola vez y durante un tiempo limitado.",
      "Si no has pedido acceso, ignora este mensaje: sin tu confirmación no se abrirá ninguna cuenta.",
    ],
  };
}

/** Proves the address of an account, and leads to the login page. */
export function verificationLink(token: string, { siteUrl }: MailSite): string {
  const query = new URLSearchParams({ token, type: "signup", redirect_to: `${siteUrl}/login` });
  return `${siteUrl}/auth/v1/verify?${query}`;
}
