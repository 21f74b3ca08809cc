import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Lead } from "#contract/lead.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { saveFile } from "#web/ui/controls/save-file.ts";
import { toast } from "#web/ui/states/toast.ts";
import { leadsCsv, separatorFor } from "./lead-csv.ts";
import type { LeadFilter } from "./lead-filter.ts";
import { leadMessages } from "./messages.ts";
import { type LeadScope, readLeads } from "./read-leads.ts";

/** As many rows as Supabase gives at most in one answer. */
const PAGE_SIZE = 1000;

/**
 * Saves all leads that the filter finds, also those that the list has not shown yet, as a file for
 * a spreadsheet.
 */
export function ExportButton({ scope, filter }: { scope: LeadScope; filter: LeadFilter }) {
  const { supabase } = useAuth();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const leads: Lead[] = [];
      for (let full = true; full; ) {
        const after = leads.at(-1) ?? null;
        const page = await readLeads(supabase, { scope, filter, after, limit: PAGE_SIZE });
        leads.push(...page);
        full = page.length === PAGE_SIZE;
      }
      const file = leadsCsv(leads, separatorFor(navigator.language));
      const today = new Date().toLocaleDateString("sv");
      saveFile(new Blob([file], { type: "text/csv;charset=utf-8" }), `prospectos-${today}.csv`);
    },
    onError: () => toast({ ...leadMessages.exportFailed, variant: "destructive" }),
  });
  return (
    <Button variant="outline" loading={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden="true" />}
      <span className="max-sm:sr-only">Exportar CSV</span>
    </Button>
  );
}
