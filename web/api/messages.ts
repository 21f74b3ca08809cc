/** Messages about the session (docs/product/accounts.md). */
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
    retry: "Comprueba tu internet e inténtalo de nuevo.",
    waits: "Lo que cambiaste se guarda solo cuando vuelva.",
  },
  withoutScript: {
    title: "Activa JavaScript para continuar",
    description: "Tu navegador lo tiene desactivado. Actívalo y recarga la página.",
  },
  clock: {
    title: "Revisa la hora de tu dispositivo",
    description: "No es la correcta, y algunas fechas pueden salir mal.",
  },
  noAnswer: "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  tooMany: "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
  forbidden: "No tienes permiso para hacer esto.",
  outOfRange: "Una cantidad o una fecha es demasiado grande. Corrígela e inténtalo de nuevo.",
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
