/** Texts about the second factor and sessions. */
export const factorMessages = {
  loadFailed: "No se pudo cargar tu verificación en dos pasos.",
  enrolFailed: "No se pudo preparar la aplicación. Por favor, inténtalo de nuevo.",
  tooMany: "Ya tienes diez aplicaciones. Quita una para añadir otra.",
  nameTaken: "Ya tienes una aplicación con este nombre.",
  nameMissing: "Escribe un nombre.",
  weakSession: "Vuelve a iniciar sesión con tu código para hacer este cambio.",
  enrolled: {
    title: "Verificación activada",
    description: "Desde ahora te pediremos un código al entrar.",
  },
  removed: {
    title: "Aplicación quitada",
    description: "Sus códigos ya no sirven para entrar en tu cuenta.",
  },
  removeFailed: { title: "Error", description: "No se pudo quitar la aplicación." },
  codesFailed: { title: "Error", description: "No se pudieron crear los códigos de recuperación." },
  copied: { title: "¡Copiado!", description: "Guárdalo en un lugar seguro." },
  copyFailed: { title: "Error al copiar", description: "Selecciona el texto y cópialo a mano." },
} as const;

export const openSessionMessages = {
  loadFailed: "No se pudieron cargar tus sesiones.",
  ended: {
    title: "Sesión cerrada",
    description: "Ese dispositivo ya no puede entrar sin tu contraseña.",
  },
  endFailed: { title: "Error", description: "No se pudo cerrar la sesión." },
} as const;
