import { PASSWORD_TOO_SHORT } from "#contract/access-request.ts";
import { WEAK_PASSWORD } from "#contract/change-password.ts";
import { sessionMessages } from "#web/session/messages.ts";

/** What an admin reads about other people's accounts (spec sections 5 and 8, "Admin"). */
export const adminMessages = {
  profilesFailed: "No se pudieron cargar los perfiles de usuario.",
  usersFailed: "No se pudieron cargar los usuarios.",
  userMissing: { title: "Error", description: "No se pudo encontrar el usuario." },
  ownAccount: {
    title: "Acción no permitida",
    description: "No puedes eliminar tu propia cuenta de administrador.",
  },
  weakPassword: { title: WEAK_PASSWORD, description: PASSWORD_TOO_SHORT },
  createFailed: "Error al crear usuario",
  created: "¡Usuario creado!",
  deleteTitle: "¿Estás seguro?",
  deleteFailed: "Error al eliminar",
  deleted: "Usuario eliminado",
  unexpected: { title: "Error inesperado", description: sessionMessages.noAnswer },
  profileFailed: "Error al guardar perfil",
  emailFailed: "Error al actualizar email",
  passwordFailed: "Error al cambiar contraseña",
  saved: "¡Guardado!",
  unsaved: "Lo que cambiaste en esta cuenta se perderá.",
  impersonating: "Estás administrando como:",
  stopImpersonating: "Volver a mi cuenta",
} as const;

/** The failure of a change at one account, which it names (spec section 8). */
export function updateFailed(name: string) {
  return { title: "Error", description: `No se pudo actualizar el usuario ${name}.` };
}

/** What deleting this account removes. */
export function describeDeletion(name: string, role: string): string {
  const team = " Sus vendedores se conservan, inactivos y sin concesionario.";
  return `La cuenta de ${name} y todos sus vehículos se eliminarán de forma permanente.${role === "concesionario" ? team : ""}`;
}
