import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Lead } from "#contract/customers/lead.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { type Seller, sellersQuery } from "#web/api/sellers.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { controlStyles } from "#web/ui/fields/control-styles.ts";
import { ChoiceMenu } from "#web/ui/overlays/choice-menu.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { leadKeys } from "../lead-queries.ts";
import { leadMessages } from "../messages.ts";

type LeadRecipientProps = {
  lead: Lead;
  /** Called when the person may no longer see the lead. */
  onGone: () => void;
};

/** The assigned person; with colleagues, a menu to reassign the lead. */
export function LeadRecipient({ lead, onGone }: LeadRecipientProps) {
  const { supabase } = useAuth();
  const { data: sellers = [] } = useQuery({
    ...sellersQuery(supabase, lead.dealership_id ?? ""),
    enabled: lead.dealership_id !== null,
  });
  const reassign = useReassign(lead, onGone);
  const colleagues = sellers.filter(({ id, is_active }) => is_active || id === lead.recipient_id);
  if (colleagues.length < 2) return <span>{lead.recipient_name}</span>;
  return (
    <ChoiceMenu
      label="Vendedor"
      value={lead.recipient_id}
      shown={lead.recipient_name}
      options={colleagues.map(({ id, full_name }) => ({ value: id, name: nameOf(full_name) }))}
      busy={reassign.isPending}
      onChoose={(id) => {
        const chosen = colleagues.find((colleague) => colleague.id === id);
        if (chosen) reassign.mutate(chosen);
      }}
      className={classNames(controlStyles, "h-11 gap-2 text-left md:h-10 [&_svg]:size-4")}
    />
  );
}

function nameOf(fullName: string | null): string {
  return fullName || "Sin nombre";
}

/** Reassigns the lead (rpc reassign_lead) and shows a notice. */
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
      toast({ ...leadMessages.reassigned(nameOf(full_name)), variant: "success" });
      if (user.role === "vendedor") onGone();
      else await queries.invalidateQueries({ queryKey: leadKeys.one(lead.id) });
      void queries.invalidateQueries({ queryKey: leadKeys.lists });
      void queries.invalidateQueries({ queryKey: leadKeys.counts });
    },
    onError: (error) => toast(failureNotice(leadMessages.reassignFailed, error)),
  });
}
