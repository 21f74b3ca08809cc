import { PASSWORD_TOO_SHORT } from "#contract/accounts/access-request.ts";
import { WEAK_PASSWORD } from "#contract/accounts/account-inputs.ts";
/** Texts about accounts, signing in and the first administrator (docs/product/accounts.md). */
export const accountMessages = {
  signInFailed: {
    title: "Error de autenticación",
    wrong: "Credenciales incorrectas. Por favor, inténtalo de nuevo.",
    unconfirmed:
      "Tu correo electrónico aún no está verificado. Abre el enlace que te enviamos e inténtalo de nuevo.",
    inactive:
      "Tu cuenta está inactiva. Un administrador debe activarla antes de que puedas entrar.",
    tooMany:
      "Demasiados intentos. Espera un momento e inténtalo de nuevo, o recupera tu contraseña.",
  },
  mailLink: {
    confirmed: {
      title: "Correo verificado",
      description: "Un administrador revisará tu solicitud. Te avisaremos cuando puedas entrar.",
    },
    expired: {
      title: "Este enlace ya no es válido",
      description:
        "Puede que ya se haya usado o que haya caducado. Si ya verificaste tu correo, prueba a iniciar sesión; si no, pide otro enlace.",
    },
    inactive: {
      title: "Tu cuenta no está activa",
      description: "Un administrador debe activarla antes de que puedas entrar.",
    },
    failed: {
      title: "No se pudo verificar tu correo",
      description: "Abre de nuevo el enlace dentro de unos minutos.",
    },
  },
  linkOffer: {
    title: "Este enlace es de otra cuenta",
    text: (here: string, other: string) =>
      `En este dispositivo está abierta la sesión de ${here}. El enlace entra como ${other || "otra persona"}. Si no lo pediste tú, no lo uses.`,
    confirm: "Usar el enlace",
    keep: (here: string) => `Seguir como ${here}`,
    failed: {
      title: "Este enlace ya no es válido",
      description: "Puede que ya se haya usado o que haya caducado. Pide otro enlace.",
    },
  },
  unexpected: { title: "Error", description: "Ha ocurrido un error inesperado." },
  sessionEnded: {
    title: "Tu sesión terminó",
    description: "Lo que escribiste sigue aquí. Inicia sesión de nuevo para guardarlo.",
    signIn: "Iniciar sesión",
  },
  signedIn: { title: "¡Bienvenido!", description: "Has iniciado sesión correctamente." },
  weakPassword: {
    title: WEAK_PASSWORD,
    description: PASSWORD_TOO_SHORT,
  },
  adminFailed: { title: "Error al crear cuenta" },
  adminUnexpected: { title: "Error inesperado", description: "Ha ocurrido un error inesperado." },
  adminCreated: {
    title: "¡Cuenta creada!",
    description: "Ya puedes administrar la plataforma.",
  },
  phoneTaken: "Ya existe una cuenta con este teléfono.",
  phoneInvalid: "El teléfono no es válido. Escríbelo con el prefijo de tu país.",
  adminExists: "Ya existe un administrador. Inicia sesión para continuar.",
} as const;

/** Texts about the second factor at sign-in and for administrators. */
export const secondFactorMessages = {
  title: "Verificación en dos pasos",
  withApp: "Escribe el código de seis cifras que muestra tu aplicación de autenticación.",
  withRecovery:
    "Escribe uno de los códigos de recuperación que guardaste al activar la verificación.",
  recoveryUsed: {
    title: "Entraste con un código de recuperación",
    description: "Si perdiste el teléfono, quita aquí su aplicación y activa otra.",
  },
  resetTitle: "¿Quitar la verificación en dos pasos?",
  resetDescription: (name: string, email: string | null | undefined) =>
    `${name} entrará solo con su contraseña. Sus códigos de recuperación dejan de servir y sus sesiones se cierran. ${
      email ? "Se lo diremos por correo." : "Díselo tú: su cuenta no tiene correo."
    }`,
  resetDone: (name: string) => ({
    title: "Verificación quitada",
    description: `${name} puede entrar con su contraseña y activarla de nuevo.`,
  }),
  resetFailed: "No se pudo quitar la verificación",
} as const;
