import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Lead } from "#contract/lead.ts";
import { type Seller, sellersQuery } from "#web/api/sellers.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Select } from "#web/ui/controls/input.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { leadKeys } from "./lead-queries.ts";
import { leadMessages } from "./messages.ts";

type LeadRecipientProps = {
  lead: Lead;
  /** Called when the lead is no longer one that this person sees. */
  onGone: () => void;
};

/** Who attends to a lead, and where there are colleagues the way to hand it to one of them. */
export function LeadRecipient({ lead, onGone }: LeadRecipientProps) {
  const { supabase } = useAuth();
  const { data: sellers = [] } = useQuery({
    ...sellersQuery(supabase, lead.dealership_id ?? ""),
    enabled: lead.dealership_id !== null,
  });
  const reassign = useReassign(lead, onGone);
  const colleagues = sellers.filter(({ id, is_active }) => is_active || id === lead.recipient_id);
  if (colleagues.length < 2) return <>{lead.recipient_name}</>;
  const isKnown = colleagues.some(({ id }) => id === lead.recipient_id);
  return (
    <Select
      aria-label="Vendedor"
      value={isKnown ? (lead.recipient_id ?? "") : ""}
      disabled={reassign.isPending}
      onChange={(event) => {
        const chosen = colleagues.find(({ id }) => id === event.target.value);
        if (chosen) reassign.mutate(chosen);
      }}
      className="md:h-10"
    >
      {!isKnown && <option value="">{lead.recipient_name}</option>}
      {colleagues.map(({ id, full_name }) => (
        <option key={id} value={id}>
          {full_name || "Sin nombre"}
        </option>
      ))}
    </Select>
  );
}

/** Hands the lead on (rpc reassign_lead), and says so, or that it failed. */
function useReassign(lead: Lead, onGone: () => void) {
  const { supabase } = useAuth();
  const user = useActiveUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Seller) => {
      const { error } = await supabase.rpc("reassign_lead", {
        p_lead_id: lead.id,
        p_recipient_id: id,
      });
      if (error) throw error;
    },
    onSuccess: async (_, { full_name }) => {
      toast({ ...leadMessages.reassigned(full_name || "Sin nombre"), variant: "success" });
      if (user.role === "vendedor") onGone();
      else await queries.invalidateQueries({ queryKey: leadKeys.one(lead.id) });
      void queries.invalidateQueries({ queryKey: leadKeys.lists });
      void queries.invalidateQueries({ queryKey: leadKeys.counts });
    },
    onError: () => toast({ ...leadMessages.reassignFailed, variant: "destructive" }),
  });
}
