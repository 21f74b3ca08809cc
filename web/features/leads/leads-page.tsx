import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { LeadDetail } from "./lead-detail.tsx";
import { LeadList } from "./lead-list.tsx";
import { leadCountsQuery, leadKeys, newLeadCountQuery } from "./lead-queries.ts";
import { MailboxNotice } from "./mailbox-notice.tsx";
import { type LeadScope, scopeOf } from "./read-leads.ts";
import { StateTabs } from "./state-tabs.tsx";
import { useLeadFilter, useOpenedLead } from "./use-lead-filter.ts";

/** Every lead of the active account, to be answered, followed and exported. */
export function LeadsPage() {
  const { supabase } = useAuth();
  const scope = scopeOf(useActiveUser());
  const { filter, typed, type, change, clear } = useLeadFilter();
  const { opened, linkTo, close } = useOpenedLead();
  const { data: counts } = useQuery(leadCountsQuery(supabase, scope, filter));
  useFollowNewLeads(scope);
  useFocusAfterClosing(opened);
  const hiddenOnPhones = opened ? "max-lg:hidden" : "";
  return (
    <>
      {opened && <h1 className="sr-only lg:hidden">Prospectos</h1>}
      <PageHeader
        title="Prospectos"
        description="Las personas que preguntaron por tus vehículos o te fueron referidas."
        actions={<ExportButton scope={scope} filter={filter} />}
        className={`max-sm:[&>div]:flex-row max-sm:[&>div]:justify-between ${hiddenOnPhones}`}
      />
      <div className="grid gap-4 max-lg:has-[section]:pt-5">
        <div className={`grid gap-3 ${hiddenOnPhones}`}>
          <MailboxNotice />
          <StateTabs state={filter.state} counts={counts} onChoose={(state) => change({ state })} />
          <FilterBar scope={scope} filter={filter} typed={typed} onType={type} onChange={change} />
        </div>
        <LeadList
          scope={scope}
          filter={filter}
          onClear={clear}
          opened={opened}
          linkTo={linkTo}
          detail={(known) => opened && <LeadDetail id={opened} known={known} onClose={close} />}
        />
      </div>
    </>
  );
}

/** Asks the list anew when more leads have come in than there were. */
function useFollowNewLeads(scope: LeadScope): void {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const { data: count } = useQuery(newLeadCountQuery(supabase, scope));
  const before = useRef(count);
  useEffect(() => {
    const grown = before.current !== undefined && count !== undefined && count > before.current;
    before.current = count;
    if (grown) queries.invalidateQueries({ queryKey: leadKeys.lists });
  }, [count, queries]);
}

/** Gives the focus back to the line of the lead that was open. */
function useFocusAfterClosing(opened: string | null): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current && !opened) {
      document.getElementById(`lead-${before.current}`)?.focus({ preventScroll: true });
    }
    before.current = opened;
  }, [opened]);
}
