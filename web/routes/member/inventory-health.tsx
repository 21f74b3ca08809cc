import { useQuery } from "@tanstack/react-query";
import { figureAccessQuery } from "#web/features/deals/deal-queries.ts";
import { LotPage } from "#web/features/lot/lot-page.tsx";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Salud del inventario | Vitrina" }];

export default function InventoryHealth() {
  const { supabase } = useAuth();
  const sight = useQuery(figureAccessQuery(supabase, useActiveUser().id));
  return <LotPage costAccess={sight} />;
}
