import type { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";
import { type VerifyEmail, verificationLink } from "./verify-email.ts";

/**
 * Asks a person who has an account to prove that its address is theirs, so that inquiries may be
 * mailed to it (docs/decisions/050).
 */
export function proveEmail(
  { token, name }: z.infer<typeof VerifyEmail>,
  site: MailSite,
): MailContent {
  return {
    subject: "Confirma tu correo para recibir tus prospectos",
    preview: "Un paso más: confirma que este correo es tuyo.",
    greeting: greet(name),
    paragraphs: [
      "Confirma que este correo es tuyo. Desde entonces te avisaremos aquí de cada persona que pregunte por tus vehículos.",
      "Mientras tanto no se pierde nada: todas las solicitudes están en Prospectos.",
    ],
    action: { label: "Confirmar mi correo", url: verificationLink(token, site) },
    notes: [
      "El enlace sirve una sola vez y durante un tiempo limitado.",
      "Si no tienes una cuenta en Vitrina, ignora este mensaje: sin tu confirmación no te escribiremos.",
    ],
  };
}
