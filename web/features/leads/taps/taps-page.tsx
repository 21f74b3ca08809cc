import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { ContactTap } from "#contract/customers/contact-tap.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useZone } from "#web/session/dealership/use-today.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useRestoredPages } from "#web/ui/controls/use-shown-count.ts";
import { Card } from "#web/ui/frame/card.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { formatLongTime, formatShortTime } from "../describe-lead.ts";
import { LeadsTabs } from "../list/leads-tabs.tsx";
import { type LeadScope, leadScopeOf } from "../read-leads.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { channelLabels, tapMessages } from "./messages.ts";
import { TapCode, tapVehicleTitle, useCreateTapLead } from "./claim-tap.tsx";
import { tapsQuery } from "./tap-queries.ts";
import { TappedVehicles } from "./tapped-vehicles.tsx";

const VEHICLE = "vehiculo";

/** Taps on WhatsApp, phone, contact card or map on the account's public pages. */
export function TapsPage() {
  const scope = leadScopeOf(useActiveUser());
  const [parameters, setParameters] = useSearchParams();
  const chosen = parameters.get(VEHICLE);
  const choose = (vehicleId: string | null) =>
    setParameters(vehicleId ? { [VEHICLE]: vehicleId } : {}, {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <>
      <PageHeader title="Prospectos" description={tapMessages.page} />
      <div className="grid gap-4">
        <LeadsTabs />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid gap-4 lg:sticky lg:top-20 lg:order-last">
            <TapCode scope={scope} />
            {scope && <TappedVehicles scope={scope} chosen={chosen} onChoose={choose} />}
          </div>
          <TapStream scope={scope} vehicleId={chosen} onAll={() => choose(null)} />
        </div>
      </div>
    </>
  );
}

type TapStreamProps = { scope: LeadScope; vehicleId: string | null; onAll: () => void };

function TapStream({ scope, vehicleId, onAll }: TapStreamProps) {
  const { supabase } = useAuth();
  const list = useInfiniteQuery(tapsQuery(supabase, scope, vehicleId));
  useRestoredPages(list);
  const taps = list.data?.pages.flat();
  if (list.isError && !taps) {
    return (
      <LoadFailed
        title={tapMessages.loadFailed}
        description={requestErrorMessage(list.error)}
        query={list}
      />
    );
  }
  if (!taps) return <LoadingTaps />;
  if (taps.length === 0) {
    return (
      <EmptyState
        drawing={<NothingFoundDrawing />}
        {...tapMessages.none}
        action={
          vehicleId && (
            <Button variant="outline" onClick={onAll}>
              Ver todos los toques
            </Button>
          )
        }
      />
    );
  }
  const now = new Date();
  return (
    <Card className="overflow-hidden">
      <ol aria-label="Toques" className="divide-y">
        {taps.map((tap) => (
          <TapRow key={tap.id} tap={tap} now={now} />
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="grid place-items-center border-t p-3">
          <Button
            variant="outline"
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Cargar más
          </Button>
        </div>
      )}
    </Card>
  );
}

function TapRow({ tap, now }: { tap: ContactTap; now: Date }) {
  const then = new Date(tap.created_at);
  const zone = useZone();
  const words = [channelLabels[tap.channel], tap.seller?.full_name].filter(Boolean).join(" · ");
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 max-sm:pr-1 sm:px-5">
      <span className="grid size-10 place-items-center rounded-full bg-muted text-primary-ink">
        <ChannelIcon channel={tap.channel} className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="line-clamp-2 wrap-anywhere font-medium leading-snug">
          {tapVehicleTitle(tap) ?? "Tus páginas"}
        </p>
        <p className="line-clamp-2 wrap-anywhere text-muted-foreground text-sm max-sm:text-xs">
          <span>{`${words} · `}</span>
          <time dateTime={tap.created_at} title={formatLongTime(then, zone)} className="numeric">
            {formatShortTime(then, now, zone)}
          </time>
        </p>
      </div>
      <TapAct tap={tap} />
    </li>
  );
}

function TapAct({ tap }: { tap: ContactTap }) {
  const make = useCreateTapLead();
  if (tap.lead_id) {
    return (
      <Button asChild variant="ghost" size="sm" className="max-sm:h-11">
        <Link to={`/leads?prospecto=${tap.lead_id}`}>Ver prospecto</Link>
      </Button>
    );
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="max-sm:h-11"
      loading={make.isPending}
      onClick={() => make.mutate({ tap, name: "", phone: "" })}
    >
      Crear prospecto
    </Button>
  );
}

function LoadingTaps() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-xl border">
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-16 rounded-none" />
      ))}
    </div>
  );
}
