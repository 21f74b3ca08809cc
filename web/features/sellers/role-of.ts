import type { ShownSeller } from "./attribution.ts";

/** What a card says that somebody is. */
export function roleOf({ role, worksFor }: Pick<ShownSeller, "role" | "worksFor">): string {
  if (role === "vendedor") return worksFor ? `Vendedor de ${worksFor}` : "Vendedor";
  return role === "admin" ? "Administrador" : "Concesionario";
}
