import { z } from "zod";
import { greet, type MailContent, type MailSite } from "./mail-content.ts";

export const SecondFactorChanged = z.object({
  name: z.string().default(""),
  change: z.enum(["enrolled", "removed", "reset", "recovery-code"]),
});
type Change = z.infer<typeof SecondFactorChanged>["change"];

const texts: Record<Change, { subject: string; preview: string; paragraphs: string[] }> = {
  enrolled: {
    subject: "Activaste la verificación en dos pasos",
    preview: "Desde ahora, al entrar te pediremos también un código de tu aplicación.",
    paragraphs: [
      "Tu cuenta de Vitrina tiene ahora verificación en dos pasos: además de tu contraseña, te pediremos un código de tu aplicación.",
      "Guarda tus códigos de recuperación en un lugar seguro. Con uno de ellos entras si pierdes el teléfono.",
    ],
  },
  removed: {
    subject: "Se quitó una aplicación de tu verificación en dos pasos",
    preview: "Una aplicación de códigos ya no sirve para entrar en tu cuenta.",
    paragraphs: [
      "Se quitó una aplicación de códigos de tu cuenta de Vitrina. Si era la única, desde ahora entras solo con tu contraseña.",
    ],
  },
  reset: {
    subject: "Un administrador quitó tu verificación en dos pasos",
    preview: "Desde ahora entras solo con tu contraseña, y cerramos tus sesiones.",
    paragraphs: [
      "Un administrador de Vitrina quitó la verificación en dos pasos de tu cuenta y cerró tus sesiones abiertas.",
      "Entra con tu contraseña y vuelve a activarla en Configuración, en la pestaña Seguridad.",
    ],
  },
  "recovery-code": {
    subject: "Se usó un código de recuperación de tu cuenta",
    preview: "Alguien entró en tu cuenta con uno de tus códigos de recuperación.",
    paragraphs: [
      "Se entró en tu cuenta de Vitrina con tu contraseña y uno de tus códigos de recuperación. Ese código ya no sirve.",
      "Si perdiste el teléfono, quita su aplicación en Configuración, en la pestaña Seguridad, y activa otra.",
    ],
  },
};

/** Tells the person that their second factor changed, so that whoever did not do it can act. */
export function secondFactorChanged(
  { name, change }: z.infer<typeof SecondFactorChanged>,
  { siteUrl, contactEmail }: MailSite,
): MailContent {
  return {
    ...texts[change],
    greeting: greet(name),
    action: { label: "Revisar mi seguridad", url: `${siteUrl}/settings?tab=seguridad` },
    notes: [`¿No fuiste tú? Cambia tu contraseña ahora mismo y escríbenos a ${contactEmail}.`],
  };
}
