/** What an admin reads about mails that were given up. */
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

/** What a mail is about, by the name of its template. */
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

/** What a mail is about; a template without words of its own is called by its name. */
export function subjectOf(template: string): string {
  return subjects[template] ?? template;
}
