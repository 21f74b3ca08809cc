/** What people read about the second factor at sign-in and in the administration. */
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
  resetDescription: (name: string) =>
    `${name} entrará solo con su contraseña. Sus códigos de recuperación dejan de servir, sus sesiones se cierran y se lo diremos por correo.`,
  resetDone: (name: string) => ({
    title: "Verificación quitada",
    description: `${name} puede entrar con su contraseña y activarla de nuevo.`,
  }),
  resetFailed: "No se pudo quitar la verificación",
} as const;
