/** What people read about their session (product section 8 "Session"). */
export const sessionMessages = {
  expired: {
    title: "Sesión expirada",
    description: "Por favor, inicia sesión de nuevo para continuar.",
  },
  unreachable: {
    title: "No se pudo conectar con el servidor",
    description: "Tu sesión sigue guardada. Comprueba tu conexión e inténtalo de nuevo.",
    retry: "Reintentar",
  },
  offline: {
    title: "Sin conexión",
    description: "Sigues en la misma página. Comprueba tu internet e inténtalo de nuevo.",
  },
  noAnswer: "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  failed: "El servidor no pudo completar la operación. Por favor, inténtalo de nuevo.",
  codeFailed: {
    wrong: "El código no es correcto o ya se usó. Mira tu aplicación y espera al siguiente.",
    wrongRecovery: "El código de recuperación no es correcto. Cada uno sirve una sola vez.",
    tooMany: "Demasiados intentos. Espera unos minutos e inténtalo de nuevo.",
    factorGone: "Esta aplicación ya no está activa en tu cuenta. Inicia sesión de nuevo.",
    expired: "El código caducó. Escribe el que tu aplicación muestra ahora.",
    unexpected: "No se pudo comprobar el código. Por favor, inténtalo de nuevo.",
  },
} as const;
