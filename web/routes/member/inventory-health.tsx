import { useQuery } from "@tanstack/react-query";
import { figuresOpenQuery } from "#web/features/deals/deal-queries.ts";
import { LotPage } from "#web/features/lot/lot-page.tsx";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Salud del inventario | Vitrina" }];

export default function InventoryHealth() {
  const { supabase } = useAuth();
  const sight = useQuery(figuresOpenQuery(supabase, useActiveUser().id));
  return <LotPage sight={sight} />;
}
