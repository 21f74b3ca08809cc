import { z } from "zod";
import { greet, type Templates, template } from "./mail-content.ts";

const Name = z.object({ name: z.string().default("") });
const Proof = Name.extend({ token: z.string().min(1) });
const Entrance = Proof.extend({ redirectTo: z.url() });
const FactorChange = z.enum(["enrolled", "removed", "reset", "recovery-code"]);

/** Mails about an account: address, password and second factor. */
export const accountMails: Templates = {
  /** Asks the requester of access to confirm their address. */
  "verify-email": template(Proof, ({ token, name }, { siteUrl }) => ({
    subject: "Confirma tu correo para acceder a Vitrina",
    preview: "Un paso más: confirma que este correo es tuyo.",
    greeting: greet(name),
    paragraphs: [
      "Hemos recibido tu solicitud de acceso a Vitrina. Para continuar, confirma que este correo es tuyo.",
      "Después revisaremos tu solicitud y te escribiremos con la respuesta.",
    ],
    action: {
      label: "Confirmar mi correo",
      url: confirmationLink("signup", token, `${siteUrl}/login`, siteUrl),
    },
    notes: [
      "El enlace sirve una sola vez y durante un tiempo limitado.",
      "Si no has pedido acceso, ignora este mensaje: sin tu confirmación no se abrirá ninguna cuenta.",
    ],
  })),

  /**
   * Asks an existing account to confirm its address, so that inquiries can be mailed to it
   * (docs/decisions/050).
   */
  "prove-email": template(Proof, ({ token, name }, { siteUrl }) => ({
    subject: "Confirma tu correo para recibir tus prospectos",
    preview: "Un paso más: confirma que este correo es tuyo.",
    greeting: greet(name),
    paragraphs: [
      "Confirma que este correo es tuyo. Desde entonces te avisaremos aquí de cada persona que pregunte por tus vehículos.",
      "Mientras tanto no se pierde nada: todas las solicitudes están en Prospectos.",
    ],
    action: {
      label: "Confirmar mi correo",
      url: confirmationLink("signup", token, `${siteUrl}/login`, siteUrl),
    },
    notes: [
      "El enlace sirve una sola vez y durante un tiempo limitado.",
      "Si no tienes una cuenta en Vitrina, ignora este mensaje: sin tu confirmación no te escribiremos.",
    ],
  })),

  /** Invites a user into an account that was created for them, without a password. */
  invitation: template(Entrance, ({ token, redirectTo, name }, { siteUrl, contactEmail }) => ({
    subject: "Te han invitado a Vitrina",
    preview: "Acepta la invitación: el enlace sirve una sola vez, durante una hora.",
    greeting: greet(name),
    paragraphs: [
      "Te han abierto una cuenta en Vitrina. Abre este enlace para confirmar que este correo es tuyo y elegir tu contraseña.",
    ],
    action: {
      label: "Aceptar la invitación",
      url: confirmationLink("invite", token, redirectTo, siteUrl),
    },
    notes: [
      "El enlace sirve una sola vez y caduca en una hora. Si te invitan otra vez, solo funciona el último.",
      `Si no esperabas esta invitación, ignora este mensaje. Para cualquier duda, escríbenos a ${contactEmail}.`,
    ],
  })),

  /** The link to set a new password (docs/product/accounts.md). It signs the user in. */
  recovery: template(Entrance, ({ token, redirectTo, name }, { siteUrl, contactEmail }) => ({
    subject: "Crea una contraseña nueva",
    preview: "El enlace sirve una sola vez, durante una hora.",
    greeting: greet(name),
    paragraphs: [
      "Has pedido recuperar el acceso a tu cuenta de Vitrina. Abre este enlace y elige una contraseña nueva.",
    ],
    action: {
      label: "Elegir contraseña nueva",
      url: confirmationLink("recovery", token, redirectTo, siteUrl),
    },
    notes: [
      "El enlace sirve una sola vez y caduca en una hora. Si pides otro, solo funciona el último.",
      `Si no lo has pedido tú, ignora este mensaje: tu contraseña sigue siendo la misma. Para cualquier duda, escríbenos a ${contactEmail}.`,
    ],
  })),

  /**
   * Answers a recovery request for a closed account; the page itself does not reveal that (threat
   * 20).
   */
  "recovery-closed": template(Name, ({ name }, { siteUrl, contactEmail }) => ({
    subject: "Tu cuenta de Vitrina no está activa",
    preview: "Por ahora no puedes elegir una contraseña nueva.",
    greeting: greet(name),
    paragraphs: [
      "Se ha pedido una contraseña nueva para la cuenta de este correo. Por ahora no podemos enviártela: la cuenta está en revisión o un administrador la ha desactivado.",
      `Si crees que es un error, escríbenos a ${contactEmail}. En cuanto esté activa, podrás pedirla de nuevo.`,
    ],
    action: { label: "Pedirla de nuevo", url: `${siteUrl}/forgot-password` },
    notes: ["Si no lo has pedido tú, ignora este mensaje: no hemos cambiado nada."],
  })),

  /** Notifies a user of a changed password, and what to do if it was not their doing. */
  "password-changed": template(Name, ({ name }, { siteUrl, contactEmail }) => ({
    subject: "Tu contraseña de Vitrina ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    greeting: greet(name),
    paragraphs: [
      "La contraseña de tu cuenta de Vitrina se acaba de cambiar y se han cerrado las sesiones en los demás dispositivos.",
      "Si has sido tú o lo acordaste con quien administra tu cuenta, no tienes que hacer nada. Si no, elige otra ahora mismo.",
    ],
    action: { label: "Elegir otra contraseña", url: `${siteUrl}/forgot-password` },
    notes: [`¿Necesitas ayuda? Escríbenos a ${contactEmail}.`],
  })),

  /**
   * Notifies a user of a changed second factor, so that they can react if it was not their doing.
   */
  "second-factor-changed": template(
    Name.extend({ change: FactorChange }),
    ({ name, change }, { siteUrl, contactEmail }) => ({
      ...factorChanges[change],
      greeting: greet(name),
      action: { label: "Revisar mi seguridad", url: `${siteUrl}/settings?tab=seguridad` },
      notes: [`¿No fuiste tú? Cambia tu contraseña ahora mismo y escríbenos a ${contactEmail}.`],
    }),
  ),
};

/**
 * A one-time link that confirms the address and continues to a page of the site. It opens /confirm,
 * which uses it up on a click. The token is in the fragment, which no log records.
 */
function confirmationLink(
  type: string,
  token: string,
  redirectTo: string,
  siteUrl: string,
): string {
  const fragment = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo });
  return `${siteUrl}/confirm#${fragment}`;
}

const factorChanges: Record<
  z.infer<typeof FactorChange>,
  { subject: string; preview: string; paragraphs: string[] }
> = {
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
