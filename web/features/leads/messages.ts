import type { LeadKind } from "#contract/customers/lead.ts";

/** Texts of the page Prospectos. */
export const leadMessages = {
  loadFailed: "No se pudieron cargar los prospectos",
  none: {
    title: "Todavía no hay prospectos",
    description:
      "Cuando alguien pida información o refiera a un amigo desde tus páginas públicas, aparecerá aquí.",
  },
  nothingFound: {
    title: "Ningún prospecto coincide",
    description: "Prueba con otra búsqueda o quita los filtros.",
  },
  missing: {
    title: "Prospecto no encontrado",
    description: "Ya no existe o no tienes acceso a él.",
  },
  waiting: "Prospecto sin responder",
  answered: (name: string) => ({
    title: "Ahora lo atiendes tú",
    description: `${name} pasó de Nuevo a En atención.`,
  }),
  stateFailed: { title: "Error", description: "No se pudo actualizar el estado." },
  stepFailed: { title: "Error", description: "No se pudo guardar el próximo paso." },
  customerFailed: { title: "Error", description: "No se pudieron guardar sus datos." },
  notesFailed: { title: "Error", description: "No se pudieron guardar las notas." },
  reassigned: (name: string) => ({
    title: "Prospecto asignado",
    description: `Ahora lo atiende ${name}.`,
  }),
  reassignFailed: { title: "Error", description: "No se pudo asignar el prospecto." },
  unprovenMailbox: {
    title: "Todavía no te avisamos por correo",
    hint: (email: string) =>
      `Los prospectos llegan aquí, pero no a ${email}: confirma antes que ese correo es tuyo.`,
  },
  noMailbox: {
    title: "No te avisamos por correo",
    hint: "Tu cuenta no tiene correo electrónico. Los prospectos llegan aquí; pide a un administrador que añada tu correo para recibirlos también en él.",
  },
  linkSent: {
    title: "Correo enviado",
    description: "Abre el enlace que te enviamos para confirmar que el correo es tuyo.",
  },
  linkFailed: {
    title: "No se pudo enviar el correo",
    description: "Por favor, espera unos minutos e inténtalo de nuevo.",
  },
  exportFailed: {
    title: "Error al exportar",
    description: "No se pudieron leer todos los prospectos. Por favor, inténtalo de nuevo.",
  },
} as const;

/** Label of each kind, alone and as an option. */
export const kindLabels: Record<LeadKind, string> = {
  vehicle_inquiry: "Consulta por vehículo",
  general_inquiry: "Consulta general",
  referral: "Referido",
  direct_contact: "Contacto directo",
};
