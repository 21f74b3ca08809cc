/** Texts about mails that were given up. */
export const mailMessages = {
  answered: "El servidor de correo respondió:",
  notSent: "No se pudo enviar. El registro del servidor dice por qué.",
  noReason: "Sin motivo conocido",
  loadFailed: { title: "Error", description: "No se pudieron cargar los correos no entregados." },
  none: "Todos los correos llegaron",
  noneHint: "Aquí aparece un correo cuando, después de muchos intentos, no se pudo entregar.",
  queued: "Correo en camino",
  retryFailed: "No se pudo reenviar el correo",
} as const;

/** Subject by template name. */
const subjects: Record<string, string> = {
  "verify-email": "Verificación del correo",
  "prove-email": "Confirmación del correo",
  "access-approved": "Solicitud aprobada",
  "access-rejected": "Solicitud rechazada",
  "access-already-registered": "Aviso de cuenta existente",
  invitation: "Invitación",
  recovery: "Recuperación de contraseña",
  "recovery-closed": "Recuperación no disponible",
  "second-factor-changed": "Cambio en la verificación en dos pasos",
  "new-inquiry": "Nueva solicitud de información",
  "new-referral": "Nuevo referido",
  "reservation-over": "Apartado terminado",
};

/** Subject of a template; an unknown template shows its name. */
export function subjectOf(template: string): string {
  return subjects[template] ?? template;
}
