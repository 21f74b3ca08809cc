import type { ReactNode } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { PublicFooter } from "#web/ui/frame/public-footer.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import type { PreparedCard } from "../card-vehicle.ts";
import { sharedMessages } from "./messages.ts";
import { SharedVehicleCard } from "./shared-vehicle-card.tsx";

/** Few vehicles get larger cards. */
const COLUMNS = [
  "max-w-5xl grid-cols-1",
  "max-w-4xl fit-columns-[18rem]",
  "fit-columns-[18.5rem]",
] as const;

/** Opaque, because half of the placeholder overlaps the dark band. */
const onBand = "bg-card! border-solid! shadow-card";

/** The vehicles of a shared selection, or that there are none. */
export function SharedVehicles(props: {
  vehicles: PreparedCard[];
  /** Slug of the salesperson from the followed link, passed on by the cards. */
  vendedor: string | null;
}) {
  const { vehicles, vendedor } = props;
  if (vehicles.length === 0) return <NothingShared />;
  return (
    <ul className={`grid gap-5 sm:gap-6 ${COLUMNS[Math.min(vehicles.length, COLUMNS.length) - 1]}`}>
      {vehicles.map((vehicle, index) => (
        <SharedVehicleCard
          key={vehicle.id}
          vehicle={vehicle}
          index={index}
          alone={vehicles.length === 1}
          vendedor={vendedor}
        />
      ))}
    </ul>
  );
}

function NothingShared() {
  return (
    <EmptyState
      className={onBand}
      drawing={<NothingFoundDrawing />}
      title={sharedMessages.empty}
      description={sharedMessages.emptyReason}
      action={
        <a href="/" className={buttonStyles({ variant: "outline" })}>
          Ir al inicio
        </a>
      }
    />
  );
}

/** Error if the vehicles cannot be loaded. The retry link works without script. */
export function SharedVehiclesUnavailable({ address }: { address: string }) {
  return (
    <EmptyState
      className={onBand}
      drawing={<UnpluggedDrawing />}
      title={sharedMessages.loadFailed}
      action={
        <a href={address} className={buttonStyles()}>
          Reintentar
        </a>
      }
    />
  );
}

type SharedVehiclesFrameProps = {
  /** The sender; omitted unless it is a single seller that visitors may read. */
  seller?: { name: string; subtitle: string | null; logo: string | null } | null;
  /** Text below the heading, if any. */
  summary?: string | false;
  /** Contact links of the sender. */
  contact?: ReactNode;
  children: ReactNode;
};

/** Layout of a shared selection: a band with the sender, and the vehicles overlapping it. */
export function SharedVehiclesFrame({
  seller,
  summary,
  contact,
  children,
}: SharedVehiclesFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-primary border-t-4 bg-secondary pb-24 text-secondary-foreground sm:pb-28">
        <div className="page-width grid grid-cols-1 gap-2 pt-7 sm:pt-12">
          {seller && <SellerLine {...seller} />}
          <h1 className="font-bold text-headline">{sharedMessages.heading}</h1>
          {summary && <p className="text-secondary-foreground/80 sm:text-lg">{summary}</p>}
          {contact && <div className="mt-3 flex flex-wrap gap-2">{contact}</div>}
        </div>
      </header>
      <main className="page-width -mt-16 grow pb-14 sm:-mt-18">{children}</main>
      <PublicFooter />
    </div>
  );
}

function SellerLine(seller: NonNullable<SharedVehiclesFrameProps["seller"]>) {
  const { name, subtitle, logo } = seller;
  return (
    <div className="mb-3 flex items-center gap-3">
      {logo ? (
        <img
          src={logo}
          alt=""
          width={44}
          height={44}
          className="size-11 shrink-0 rounded-xl bg-white object-contain p-1"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-white/12 font-bold text-lg"
        >
          {name.slice(0, 1).toLocaleUpperCase("es")}
        </span>
      )}
      <div className="min-w-0 break-words">
        <p className="font-semibold text-lg leading-snug">{name}</p>
        {subtitle && <p className="text-secondary-foreground/80 text-sm">{subtitle}</p>}
      </div>
    </div>
  );
}
