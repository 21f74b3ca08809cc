import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Lead } from "#contract/customers/lead.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useRestoredPages } from "#web/ui/controls/use-shown-count.ts";
import { Card } from "#web/ui/frame/card.tsx";
import { Drawing } from "#web/ui/states/drawings.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { relatedLeads } from "../describe-lead.ts";
import { leadsQuery } from "../lead-queries.ts";
import { leadMessages } from "../messages.ts";
import type { LeadScope } from "../read-leads.ts";
import { isUnfiltered, type LeadFilter } from "./lead-filter.ts";
import { LeadRow } from "./lead-row.tsx";
import type { LinkToLead } from "./use-lead-filter.ts";

type LeadListProps = {
  scope: LeadScope;
  filter: LeadFilter;
  onClear: () => void;
  opened: string | null;
  linkTo: LinkToLead;
  /**
   * Renders the opened lead next to the list (on phones in its place), given the list's copy if
   * there is one.
   */
  detail: (known: Lead | undefined) => ReactNode;
};

/** Leads that match the filter, newest first, with infinite scrolling. */
export function LeadList(props: LeadListProps) {
  const { scope, filter, opened, detail } = props;
  const { supabase } = useAuth();
  const list = useInfiniteQuery(leadsQuery(supabase, scope, filter));
  useRestoredPages(list);
  const pages = list.data?.pages;
  const leads = useMemo(() => pages?.flat(), [pages]);
  return (
    <div
      className={
        opened ? "lg:grid lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:gap-5" : undefined
      }
    >
      <div className={opened ? "max-lg:hidden" : undefined}>
        {!leads && !list.isError && <LoadingLeads />}
        {!leads && list.isError && (
          <LoadFailed
            title={leadMessages.loadFailed}
            description={requestErrorMessage(list.error)}
            query={list}
          />
        )}
        {leads?.length === 0 && <NoLeads filter={filter} onClear={props.onClear} />}
        {leads && leads.length > 0 && (
          <Card className="@container overflow-hidden" aria-busy={list.isPlaceholderData}>
            <Rows leads={leads} opened={opened} linkTo={props.linkTo} />
            {list.hasNextPage && (
              <MoreLeads
                loading={list.isFetchingNextPage}
                failed={list.isFetchNextPageError}
                onMore={() => list.fetchNextPage()}
              />
            )}
          </Card>
        )}
      </div>
      {opened && detail(leads?.find(({ id }) => id === opened))}
    </div>
  );
}

function Rows(props: { leads: Lead[]; opened: string | null; linkTo: LinkToLead }) {
  const now = useCurrentMinute();
  const others = useMemo(() => relatedLeads(props.leads), [props.leads]);
  return (
    <ol aria-label="Prospectos" className="divide-y">
      {props.leads.map((lead) => (
        <li key={lead.id}>
          <LeadRow
            lead={lead}
            others={others.get(lead.id) ?? []}
            opened={lead.id === props.opened}
            linkTo={props.linkTo}
            now={now}
          />
        </li>
      ))}
    </ol>
  );
}

/** The current time, updated every minute, so that waiting times stay right. */
function useCurrentMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Loads the next page before the end comes into view; shows a button after a failure. */
function MoreLeads(props: { loading: boolean; failed: boolean; onMore: () => void }) {
  const { loading, failed, onMore } = props;
  const end = useRef<HTMLDivElement>(null);
  const fetchMore = useRef(onMore);
  fetchMore.current = onMore;
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchMore.current();
      },
      { rootMargin: "800px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className="grid place-items-center gap-2 border-t p-3">
      {failed && (
        <p role="alert" className="text-destructive-ink text-sm">
          No se pudieron cargar más prospectos.
        </p>
      )}
      <Button variant="outline" loading={loading} onClick={onMore}>
        Cargar más
      </Button>
    </div>
  );
}

function NoLeads({ filter, onClear }: { filter: LeadFilter; onClear: () => void }) {
  if (isUnfiltered(filter)) {
    const { title, description } = leadMessages.none;
    return <EmptyState drawing={<NoLeadsDrawing />} title={title} description={description} />;
  }
  const { title, description } = leadMessages.nothingFound;
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={title}
      description={description}
      action={
        <Button variant="outline" onClick={onClear}>
          Quitar filtros
        </Button>
      }
    />
  );
}

function LoadingLeads() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-xl border">
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-26 rounded-none md:h-18" />
      ))}
    </div>
  );
}

/** Illustration of the empty list: a car with an empty speech bubble. */
function NoLeadsDrawing() {
  return (
    <Drawing>
      <path d="M8 104h176" className="opacity-50" />
      <path
        d="M26 98V84c0-4 3-7 7-8l13-3 13-14c2-2 5-3 8-3h28c3 0 6 1 8 3l14 14 13 3c4 1 7 4 7 8v14"
        className="fill-card"
      />
      <path d="M64 66h16v10H55l9-10ZM88 66h11l9 10H88V66Z" className="opacity-60" />
      <circle cx="50" cy="98" r="9" className="fill-card" />
      <circle cx="114" cy="98" r="9" className="fill-card" />
      <path
        d="M124 14h36a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10h-18l-12 11V50h-6a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10Z"
        className="fill-primary stroke-none opacity-20"
      />
      <path d="M124 14h36a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10h-18l-12 11V50h-6a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10Z" />
      <path d="M131 32v.1M142 32v.1M153 32v.1" className="stroke-primary-ink" strokeWidth="4" />
    </Drawing>
  );
}
