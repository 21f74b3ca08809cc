/** What people read about their session (spec section 8 "Session"). */
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
} as const;
