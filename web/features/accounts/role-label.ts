import { unreadProfileRole } from "#web/session/session-user.ts";

const labels: Record<string, string> = {
  admin: "Administrador",
  concesionario: "Concesionario",
  vendedor: "Vendedor",
  [unreadProfileRole]: "Sin perfil",
};

/** The word for a role; one that is not known is shown as it is. */
export function roleLabel(role: string): string {
  return labels[role] ?? role;
}
