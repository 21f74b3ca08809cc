import { storefrontMessages } from "./storefront-messages.ts";

/** The texts of people's public pages that cannot be shown (product section 2). */
export const profileMessages = {
  salesperson: {
    title: "Página de Vendedor No Encontrada",
    description: "Este vendedor no existe o su página ya no está disponible.",
  },
  card: {
    title: "Perfil no encontrado",
    description: "Esta tarjeta no existe o ya no está disponible.",
  },
  unanswered: storefrontMessages.unanswered,
} as const;
