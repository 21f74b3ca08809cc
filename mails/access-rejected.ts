import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const AccessRejected = z.object({ name: z.string().default("") });

/** Tells the person that the request was declined and that the account made for it is gone. */
export function accessRejected(
  { name }: z.infer<typeof AccessRejected>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    subject: "Tu solicitud de acceso a Vitrina",
    preview: "Hemos revisado tu solicitud.",
    greeting: greet(name),
    paragraphs: [
      "Hemos revisado tu solicitud y, por ahora, no podemos darte acceso a Vitrina.",
      "Hemos eliminado la cuenta que se creó con ella. Si tus circunstancias cambian, puedes volver a solicitar el acceso con este mismo correo.",
    ],
    action: { label: "Ir a Vitrina", url: `${siteUrl}/` },
    notes: [`Si crees que se trata de un error, escríbenos a ${contactEmail}.`],
  };
}
