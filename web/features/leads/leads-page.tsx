import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Lead } from "#contract/customers/lead.ts";
import { formatPhone } from "#contract/text/format-phone.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useToday, useZone } from "#web/session/dealership/use-today.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { csvFile } from "#web/ui/controls/csv.ts";
import { downloadFile } from "#web/ui/controls/download-file.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { formatSheetTime } from "./describe-lead.ts";
import { LeadDetail } from "./detail/lead-detail.tsx";
import {
  dueLeadCountQuery,
  leadCountsQuery,
  leadKeys,
  newLeadCountQuery,
  ownMailboxQuery,
} from "./lead-queries.ts";
import { FilterBar } from "./list/filter-bar.tsx";
import type { LeadFilter } from "./list/lead-filter.ts";
import { LeadList } from "./list/lead-list.tsx";
import { LeadsTabs } from "./list/leads-tabs.tsx";
import { StateTabs } from "./list/state-tabs.tsx";
import { useLeadFilter, useOpenedLead } from "./list/use-lead-filter.ts";
import { kindLabels, leadMessages, leadMessages as messages } from "./messages.ts";
import { NoticesButton } from "./notices/notices-button.tsx";
import { type LeadScope, leadScopeOf, readLeads } from "./read-leads.ts";

/** Columns of the export, in order. */
const columns: [head: string, read: (lead: Lead, zone: string) => string | null][] = [
  ["Fecha", ({ created_at }, zone) => formatSheetTime(new Date(created_at), zone)],
  ["Tipo", ({ kind }) => kindLabels[kind]],
  ["Estado", ({ state }) => state],
  ["Nombre", ({ name }) => name],
  ["Correo electrónico", ({ email }) => email],
  ["Teléfono", ({ phone }) => normalizeLeadPhone(phone)],
  ["Vehículo", ({ vehicle_title }) => vehicle_title],
  ["Mensaje", ({ message }) => message],
  ["Referido", ({ referred_name }) => referred_name],
  ["Teléfono del referido", ({ referred_phone }) => normalizeLeadPhone(referred_phone)],
  ["Vendedor", ({ recipient_name }) => recipient_name],
  ["Notas", ({ notes }) => notes],
  ["Próximo paso", ({ next_step }) => next_step],
  ["Día del próximo paso", ({ next_step_on }) => next_step_on],
];

/** Leads as spreadsheet rows, headings first; times in the given zone. */
export function leadRows(leads: Lead[], zone: string): (string | null)[][] {
  return [
    columns.map(([head]) => head),
    ...leads.map((lead) => columns.map(([, read]) => read(lead, zone))),
  ];
}

/** Without the plus, which would start a formula; spaces keep it a text. */
function normalizeLeadPhone(phone: string | null): string | null {
  return phone && formatPhone(phone).replace(/^\+/, "");
}

/** Supabase's maximum rows per response. */
const PAGE_SIZE = 1000;

/** Downloads all leads that match the filter, including those not loaded yet. */
function ExportButton({ scope, filter }: { scope: LeadScope; filter: LeadFilter }) {
  const { supabase } = useAuth();
  const today = useToday();
  const zone = useZone();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const leads: Lead[] = [];
      for (let full = true; full; ) {
        const after = leads.at(-1) ?? null;
        const page = await readLeads(supabase, { scope, filter, after, limit: PAGE_SIZE });
        leads.push(...page);
        full = page.length === PAGE_SIZE;
      }
      downloadFile(csvFile(leadRows(leads, zone)), `prospectos-${today}.csv`);
    },
    onError: (error) => toast(failureNotice(leadMessages.exportFailed, error)),
  });
  return (
    <Button variant="outline" loading={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden="true" />}
      <span className="max-sm:sr-only">Exportar CSV</span>
    </Button>
  );
}

/** All leads of the active account. */
export function LeadsPage() {
  const { supabase } = useAuth();
  const scope = leadScopeOf(useActiveUser());
  const { filter, typed, type, change, clear } = useLeadFilter();
  const { opened, linkTo, close } = useOpenedLead();
  const { data: counts } = useQuery(leadCountsQuery(supabase, scope, filter));
  useRefetchOnNewLeads(scope);
  useFocusAfterClosing(opened);
  const hiddenOnPhones = opened ? "max-lg:hidden" : "";
  return (
    <>
      {opened && <h1 className="sr-only lg:hidden">Prospectos</h1>}
      <PageHeader
        title="Prospectos"
        description="Las personas que preguntaron por tus vehículos o te fueron referidas."
        actions={
          <div className="flex flex-wrap gap-2">
            <NoticesButton />
            <ExportButton scope={scope} filter={filter} />
          </div>
        }
        className={`max-sm:pb-3 max-sm:[&>div]:flex-row max-sm:[&>div]:flex-wrap max-sm:[&>div]:justify-between max-sm:[&_p]:sr-only ${hiddenOnPhones}`}
      />
      <div className="grid gap-4 max-lg:has-[section]:pt-5">
        <div className={`grid gap-3 ${hiddenOnPhones}`}>
          <LeadsTabs />
          <MailboxNotice />
          <StateTabs state={filter.state} counts={counts} onChoose={(state) => change({ state })} />
          {scope && (
            <DueToggle scope={scope} due={filter.due} onToggle={(due) => change({ due })} />
          )}
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

/** Filters leads with a due next step; hidden if there are none and the filter is off. */
function DueToggle(props: { scope: LeadScope; due: boolean; onToggle: (due: boolean) => void }) {
  const { scope, due, onToggle } = props;
  const { supabase } = useAuth();
  const { data: count = 0 } = useQuery(dueLeadCountQuery(supabase, scope));
  if (count === 0 && !due) return null;
  return (
    <button
      type="button"
      aria-pressed={due}
      onClick={() => onToggle(!due)}
      className={classNames(
        "flex h-11 w-fit items-center gap-2 rounded-xl border px-4 font-medium text-sm",
        due ? "border-transparent bg-warning-soft text-warning-ink" : "hover:bg-muted",
      )}
    >
      <CalendarClock aria-hidden="true" className="size-4" />
      Para hoy
      <span className="numeric">{count}</span>
    </button>
  );
}

/** Reloads the list when the count of new leads grows. */
function useRefetchOnNewLeads(scope: LeadScope): void {
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

/** Restores the focus to the row of the closed lead. */
function useFocusAfterClosing(opened: string | null): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current && !opened) {
      document.getElementById(`lead-${before.current}`)?.focus({ preventScroll: true });
    }
    before.current = opened;
  }, [opened]);
}

/**
 * Tells people who get no inquiries by mail why, and offers the verification mail
 * (docs/decisions/050). Hidden while impersonating.
 */
function MailboxNotice() {
  const { supabase, user, impersonatedUser } = useAuth();
  const isOwn = user !== null && impersonatedUser === null;
  const { data: mailbox } = useQuery({
    ...ownMailboxQuery(supabase, user?.id ?? ""),
    enabled: isOwn,
  });
  if (!isOwn || !mailbox || mailbox.is_proven) return null;
  if (!mailbox.email)
    return (
      <Notice title={messages.noMailbox.title}>
        <p>{messages.noMailbox.hint}</p>
      </Notice>
    );
  return (
    <Notice title={messages.unprovenMailbox.title}>
      <p>{messages.unprovenMailbox.hint(mailbox.email)}</p>
      <SendLinkButton email={mailbox.email} />
    </Notice>
  );
}

function SendLinkButton({ email }: { email: string }) {
  const { supabase } = useAuth();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.resend({ type: "signup", email });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...messages.linkSent, variant: "success" }),
    onError: (error) => toast(failureNotice(messages.linkFailed, error)),
  });
  return (
    <Button variant="outline" className="mt-2" loading={isPending} onClick={() => mutate()}>
      Confirmar mi correo
    </Button>
  );
}
