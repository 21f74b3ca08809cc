import { z } from "zod";
import { greet, type Templates, template } from "./mail-content.ts";

/** Mails about an access request: decisions, and a request for an existing account. */
export const accessRequestMails: Templates = {
  /** The account was approved. If two different passwords were requested, it has none yet. */
  "access-approved": template(
    z.object({ name: z.string().default(""), needs_password: z.boolean().default(false) }),
    ({ name, needs_password }, { siteUrl, contactEmail }) => ({
      subject: "Tu acceso a Vitrina está aprobado",
      preview: "Ya puedes iniciar sesión con tu correo o tu teléfono.",
      greeting: greet(name),
      paragraphs: [
        "¡Buenas noticias! Hemos aprobado tu solicitud y tu cuenta ya está activa.",
        needs_password
          ? "Se pidió acceso con este correo más de una vez y con contraseñas distintas, así que ninguna vale. Elige la tuya antes de entrar."
          : "Inicia sesión con tu correo o tu teléfono y la contraseña que elegiste al solicitar el acceso.",
      ],
      action: needs_password
        ? { label: "Elegir mi contraseña", url: `${siteUrl}/forgot-password` }
        : { label: "Iniciar sesión", url: `${siteUrl}/login` },
      notes: [
        "Si aún no has confirmado tu correo, hazlo primero con el enlace que te enviamos.",
        `¿Necesitas ayuda? Escríbenos a ${contactEmail}.`,
      ],
    }),
  ),

  /** The request was declined and its account deleted. */
  "access-rejected": template(
    z.object({ name: z.string().default("") }),
    ({ name }, { siteUrl, contactEmail }) => ({
      subject: "Tu solicitud de acceso a Vitrina",
      preview: "Hemos revisado tu solicitud.",
      greeting: greet(name),
      paragraphs: [
        "Hemos revisado tu solicitud y, por ahora, no podemos darte acceso a Vitrina.",
        "Hemos eliminado la cuenta que se creó con ella. Si tus circunstancias cambian, puedes volver a solicitar el acceso con este mismo correo.",
      ],
      action: { label: "Ir a Vitrina", url: `${siteUrl}/` },
      notes: [`Si crees que se trata de un error, escríbenos a ${contactEmail}.`],
    }),
  ),

  /**
   * Answers a request for an address that already has an account, only to that address (threat 20).
   * Repeats no user input.
   */
  "access-already-registered": template(z.object({}), (_, { siteUrl, contactEmail }) => ({
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
  })),
};
