import { PASSWORD_TOO_SHORT } from "#contract/accounts/access-request.ts";
import { WEAK_PASSWORD } from "#contract/accounts/account-inputs.ts";
import { unreadProfileRole } from "#web/session/session-user.ts";

const labels: Record<string, string> = {
  admin: "Administrador",
  concesionario: "Concesionario",
  vendedor: "Vendedor",
  [unreadProfileRole]: "Sin perfil",
};

/** Label of a role; an unknown role is shown as stored. */
export function roleLabel(role: string): string {
  return labels[role] ?? role;
}

/** Texts about other people's accounts (docs/product/admin.md). */
export const adminMessages = {
  profilesFailed: "No se pudieron cargar los perfiles de usuario.",
  usersFailed: "No se pudieron cargar los usuarios.",
  userFailed: "No se pudo cargar el usuario.",
  userMissing: { title: "Error", description: "No se pudo encontrar el usuario." },
  ownAccount: {
    title: "Acción no permitida",
    delete: "No puedes eliminar tu propia cuenta de administrador.",
    deactivate: "No puedes desactivar tu propia cuenta de administrador.",
    impersonate: "No puedes administrar tu propia cuenta: ya estás en ella.",
  },
  weakPassword: { title: WEAK_PASSWORD, description: PASSWORD_TOO_SHORT },
  createFailed: "Error al crear usuario",
  created: "¡Usuario creado!",
  deleteTitle: "¿Estás seguro?",
  deleteFailed: "Error al eliminar",
  deleted: "Usuario eliminado",
  profileFailed: "Error al guardar perfil",
  emailFailed: "Error al actualizar email",
  passwordFailed: "Error al cambiar contraseña",
  saved: "¡Guardado!",
  unsaved: "Lo que cambiaste en esta cuenta se perderá.",
  impersonating: "Estás administrando como:",
  stopImpersonating: "Volver a mi cuenta",
} as const;

/** Notice after an account was activated or deactivated. */
export function describeActive(name: string, active: boolean) {
  return active
    ? { title: "Cuenta activada", description: `${name} ya puede iniciar sesión.` }
    : { title: "Cuenta desactivada", description: `${name} ya no puede iniciar sesión.` };
}

/** Failure notice of a change to an account, with the server's reason if there is one. */
export function updateFailed(name: string) {
  return { title: "Error", description: `No se pudo actualizar el usuario ${name}.` };
}

export function describeDeletion(name: string, role: string): string {
  const team = " Sus vendedores se conservan, inactivos y sin concesionario.";
  return `La cuenta de ${name} y todos sus vehículos se eliminarán de forma permanente.${role === "concesionario" ? team : ""}`;
}
