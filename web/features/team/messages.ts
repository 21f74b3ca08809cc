import { PASSWORD_TOO_SHORT } from "#contract/accounts/access-request.ts";
import { WEAK_PASSWORD } from "#contract/accounts/account-inputs.ts";

/** Texts of the team pages (docs/product/team.md). */
export const teamMessages = {
  loadFailed: { title: "Error", description: "No se pudo cargar el equipo." },
  empty: {
    title: "Tu equipo está vacío",
    description:
      "Añade a tu primer vendedor: tendrá su propia cuenta, verá tu inventario y podrá compartirlo con sus clientes.",
  },
  weakPassword: { title: WEAK_PASSWORD, description: PASSWORD_TOO_SHORT },
  oneLine: "Puedes escribir o pegar aquí también su teléfono y su correo.",
  createFailed: "Error al crear vendedor",
  created: "¡Vendedor creado!",
  activeFailed: {
    title: "Error",
    description: "No se pudo actualizar el estado del vendedor.",
  },
  deleteTitle: "¿Estás seguro?",
  deleteFailed: "Error al eliminar",
  deleted: "Vendedor eliminado",
  missing: { title: "Error", description: "No se pudo encontrar al vendedor." },
  memberFailed: "No se pudo cargar el vendedor.",
  denied: { title: "Acceso denegado", description: "Este vendedor no pertenece a tu equipo." },
  saved: "¡Guardado!",
  profileFailed: "Error al guardar perfil",
  emailFailed: "Error al cambiar email",
  passwordFailed: "Error al cambiar contraseña",
  noLongerInTeam: "Esta persona ya no está en tu equipo.",
  turns: {
    label: "Repartir por turnos",
    hint: "Lo que llega a tu concesionario pasa a tus vendedores activos, uno tras otro. Lo que llega por el enlace de un vendedor sigue siendo suyo.",
    on: {
      title: "Reparto por turnos activado",
      description: "El próximo prospecto es de quien lleva más tiempo sin turno.",
    },
    off: {
      title: "Reparto por turnos desactivado",
      description: "Los próximos prospectos te llegan a ti.",
    },
    failed: "No se pudo cambiar el reparto",
    loadFailed:
      "No se pudo comprobar si está activado. Recarga la página para intentarlo de nuevo.",
  },
  figures: {
    label: "Ve costos y ventas",
    hint: "Lo que costó cada vehículo, el margen y las ventas de todo el equipo.",
    unknown: "No se pudo saber si ve costos y ventas.",
    failed: { title: "Error", description: "No se pudo cambiar el permiso." },
  },
  unsaved: "Lo que cambiaste en este vendedor se perderá.",
} as const;

/** Texts about a salesperson's portrait. */
export const portraitMessages = {
  hint: "PNG, JPG, WEBP o HEIC. Se ve en su tarjeta y en tu página.",
  forbidden: "No tienes permiso para cambiar la foto.",
  refused: "Error de subida",
  unread: "No se pudo subir la foto. Inténtalo de nuevo.",
  unsaved: "La cuenta se creó, pero sin su foto",
  retry: "Añádela en Editar.",
} as const;

/** Texts about the invitation of a new salesperson. */
export const invitationMessages = {
  explanation: "Envíale dónde y con qué correo entra. La contraseña dásela tú aparte.",
  again: "Con la dirección y su correo, sin la contraseña.",
  text: {
    copied: { title: "Invitación copiada", description: "Ya puedes pegarla en un mensaje." },
    failed: { title: "Error al copiar", description: "No se pudo copiar la invitación." },
  },
  password: {
    copied: { title: "Contraseña copiada", description: "Dásela aparte de la invitación." },
    failed: { title: "Error al copiar", description: "No se pudo copiar la contraseña." },
  },
} as const;

/** Notices after copying. */
export type CopyMessages = Record<"copied" | "failed", { title: string; description: string }>;

/** The invitation text. Never contains the password. */
export function describeInvitation(account: {
  name: string;
  dealership: string;
  address: string;
  identifier: string;
}): string {
  const { name, dealership, address, identifier } = account;
  return `Hola ${name}, ya tienes tu cuenta de vendedor de ${dealership} en Vitrina.\nEntra en ${address} con ${identifier} y la contraseña que te doy aparte.`;
}

/** Notice after an account was activated or deactivated. */
export function describeActive(name: string, active: boolean) {
  return active
    ? { title: "Vendedor activado", description: `${name} ya puede iniciar sesión.` }
    : { title: "Vendedor desactivado", description: `${name} ya no puede iniciar sesión.` };
}

/** Notice after access to figures was granted or revoked. */
export function describeFigureAccess(name: string, sees: boolean) {
  return sees
    ? { title: "Permiso dado", description: `${name} ya ve costos y ventas.` }
    : { title: "Permiso quitado", description: `${name} ya no ve costos ni ventas.` };
}

/** What deleting a salesperson removes, and what stays. */
export function describeDeletion(name: string): string {
  return `La cuenta de ${name} y su tarjeta digital se eliminarán de forma permanente. Los vehículos se quedan en tu inventario.`;
}
