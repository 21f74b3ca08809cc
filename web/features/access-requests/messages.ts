import {
  ACCESS_REQUEST_FAILED,
  PASSWORD_TOO_SHORT,
  PASSWORDS_DIFFER,
} from "#contract/accounts/access-request.ts";

/** Texts about access requests (docs/product/accounts.md). */
export const accessRequestMessages = {
  passwordShort: { title: "Contraseña muy corta", description: PASSWORD_TOO_SHORT },
  passwordsDiffer: { title: "Las contraseñas no coinciden", description: PASSWORDS_DIFFER },
  sendFailed: { title: "Error al enviar la solicitud", description: ACCESS_REQUEST_FAILED },
  sent: {
    title: "¡Solicitud enviada!",
    description:
      "Hemos enviado un correo de verificación. Por favor, revisa tu bandeja de entrada para continuar.",
    duration: 7000,
  },
  loadFailed: { title: "Error", description: "No se pudieron cargar las solicitudes de acceso." },
  listFailed: "No se pudieron cargar las solicitudes.",
  none: "No hay solicitudes pendientes",
  approved: { title: "¡Éxito!", description: "La solicitud ha sido aprobada." },
  rejected: { title: "¡Éxito!", description: "La solicitud ha sido rechazada." },
  approveFailed: { title: "Error", description: "No se pudo aprobar la solicitud." },
  rejectFailed: { title: "Error", description: "No se pudo rechazar la solicitud." },
} as const;
