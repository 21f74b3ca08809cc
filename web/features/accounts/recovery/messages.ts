/** Texts about a forgotten password and missing mails (docs/product/accounts.md). */
export const recoveryMessages = {
  sent: {
    title: "Correo enviado",
    description:
      "Si hay una cuenta con ese correo, en unos minutos recibirás un enlace para elegir una contraseña nueva.",
  },
  sendFailed: { title: "No se pudo enviar el correo" },
  resent: {
    title: "Correo enviado",
    description: "Si ese correo está pendiente de verificar, recibirás un enlace nuevo.",
  },
  tooManyMails: "Ya te hemos enviado varios correos. Espera unos minutos y revisa también el spam.",
  unexpected: "El servidor no pudo enviarlo. Inténtalo de nuevo en unos minutos.",
  tooMany: "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
  unverified: {
    title: "Verifica tu correo",
    description: "Te enviamos un enlace al pedir acceso. Si no lo encuentras, pide otro.",
  },
  updated: {
    title: "¡Contraseña actualizada!",
    description: "Inicia sesión con tu nueva contraseña.",
  },
  updateFailed: {
    title: "Error",
    description: "No se pudo actualizar tu contraseña. Por favor, inténtalo de nuevo.",
  },
  samePassword: "Elige una contraseña distinta de la que ya tenías.",
  expired: {
    title: "Este enlace ya no es válido",
    description:
      "Cada enlace sirve una sola vez, durante una hora, y solo funciona el último que pediste.",
  },
  /** An invitation to an account that is not active yet. */
  confirmed: {
    title: "Correo verificado",
    description:
      "Un administrador debe activar tu cuenta. Cuando lo haga, pide aquí un enlace para elegir tu contraseña.",
  },
  inactive: {
    title: "Tu cuenta no está activa",
    description: "Un administrador debe activarla antes de que puedas elegir una contraseña.",
  },
  failed: {
    title: "No se pudo abrir el enlace",
    description: "Ábrelo de nuevo desde el correo dentro de unos minutos.",
  },
  /** Texts of /confirm by kind of link. */
  open: {
    recovery: {
      title: "Elige una contraseña nueva",
      description: "Pulsa el botón para abrir tu enlace. Sirve una sola vez, durante una hora.",
      button: "Elegir contraseña nueva",
    },
    invite: {
      title: "Te han invitado a Vitrina",
      description: "Pulsa el botón para confirmar que este correo es tuyo y elegir tu contraseña.",
      button: "Aceptar la invitación",
    },
    signup: {
      title: "Confirma tu correo",
      description: "Pulsa el botón para confirmar que este correo es tuyo.",
      button: "Confirmar mi correo",
    },
    magiclink: {
      title: "Entra en tu cuenta",
      description: "Pulsa el botón para iniciar sesión sin contraseña.",
      button: "Iniciar sesión",
    },
  },
  notOpened: {
    title: "No se pudo abrir el enlace",
    description: "Tu enlace sigue sirviendo. Inténtalo de nuevo en un momento.",
  },
  incomplete: {
    title: "A este enlace le falta una parte",
    description: "Ábrelo de nuevo desde el correo, o copia la dirección completa.",
  },
  missing: {
    title: "Abre el enlace de tu correo",
    description:
      "Esta página se abre desde el enlace que te enviamos para elegir una contraseña nueva.",
  },
} as const;
