import type { MouseEvent, ReactNode } from "react";
import { FALLBACK_IMAGE } from "#web/ui/picture/photo-addresses.ts";
import { FeaturedCard } from "../featured/featured-card.tsx";
import type { FeaturedVehicle } from "../featured/featured-vehicle.ts";
import { PhotoRow, type PhotoRowState, PhotoSteps, photoId, usePhotoRow } from "../photo-row.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { VehicleDescription, VehicleExtras, VehicleFactsList } from "../vehicle-details.tsx";
import type { VehicleFact, VehicleHistory } from "../vehicle-facts.ts";
import type { PublicVehicle } from "./load-public-vehicle.ts";

/**
 * The photos of a public vehicle page, with previous, next and dots if there are several
 * (docs/product/public-pages.md).
 */
function PublicCarousel({ images, title }: { images: string[]; title: string }) {
  const photos = images.length > 0 ? images : [FALLBACK_IMAGE];
  const state = usePhotoRow(photos.length);
  return (
    <section
      aria-roledescription="carrusel"
      aria-label={`Fotografías de ${title}`}
      className="relative overflow-hidden bg-muted sm:rounded-2xl sm:shadow-card print:[&>:not(ul)]:hidden"
    >
      <PhotoRow photos={photos} title={title} state={state} />
      {photos.length > 1 && (
        <>
          <PhotoSteps count={photos.length} state={state} />
          <PhotoDots count={photos.length} state={state} />
        </>
      )}
    </section>
  );
}

/** As many as fit the narrowest phone. */
const MAX_DOTS = 7;

/** Links to the photos around the visible one; they work without script. */
function PhotoDots({ count, state }: { count: number; state: PhotoRowState }) {
  const dots = Math.min(count, MAX_DOTS);
  const first = Math.max(0, Math.min(state.shown - Math.floor(dots / 2), count - dots));
  const follow = (event: MouseEvent, index: number) => {
    event.preventDefault();
    state.show(index);
  };
  return (
    <nav
      aria-label="Ir a una foto"
      className="absolute inset-x-0 bottom-0 flex justify-center bg-linear-to-t from-black/45 to-transparent pt-8 pb-1"
    >
      {Array.from({ length: dots }, (_, place) => first + place).map((index) => (
        <a
          key={index}
          href={`#${photoId(index)}`}
          aria-label={`Foto ${index + 1}`}
          aria-current={index === state.shown ? "true" : undefined}
          onClick={(event) => follow(event, index)}
          className="group/dot grid h-8 min-w-[24px] place-items-center focus-visible:outline-white focus-visible:outline-offset-[-2px]"
        >
          <span className="h-2 w-2 rounded-full bg-white/60 transition-[width,background-color] duration-200 group-hover/dot:bg-white group-aria-[current=true]/dot:w-5 group-aria-[current=true]/dot:bg-white" />
        </a>
      ))}
    </nav>
  );
}

type PublicVehicleViewProps = {
  vehicle: PublicVehicle;
  /** Name, price and summary. */
  words: { title: string; price: string; summary: string };
  /** Text until when it is reserved. */
  reserved: string | null;
  facts: VehicleFact[];
  history: VehicleHistory | null;
  /** Says that the vehicle is not available, if so. */
  notice?: ReactNode;
  /** The seller card. */
  seller: ReactNode;
  /** The QR code for printouts. */
  code: ReactNode;
  /** The inquiry button for a phone's sticky bar; null without a recipient. */
  ask: ReactNode;
  /** The seller's name, shown above the fold; null if there is none. */
  sellerName: string | null;
  /** Similar vehicles for sale. */
  similar: FeaturedVehicle[];
};

/**
 * On phones photos come first; from 1024 px on heading and seller are next to them. One heading
 * with two grid positions.
 */
const AREAS = [
  "grid gap-6 [grid-template-areas:'photos'_'heading'_'details'_'seller'] lg:gap-x-10 lg:gap-y-8",
  "lg:grid-cols-[minmax(0,1.75fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr_auto]",
  "lg:[grid-template-areas:'photos_heading'_'photos_seller'_'details_seller']",
  // Fits one sheet of any paper size and orientation.
  "print:grid-cols-[3fr_2fr] print:grid-rows-none print:gap-5",
  "print:[grid-template-areas:'heading_heading'_'photos_seller'_'details_details']",
  "print:landscape:grid-cols-[2fr_3fr] print:landscape:grid-rows-[auto_auto_1fr]",
  "print:landscape:[grid-template-areas:'heading_heading'_'photos_details'_'seller_details']",
].join(" ");

/** A vehicle for visitors: photos, price, facts, description, seller. */
export function PublicVehicleView(props: PublicVehicleViewProps) {
  const { vehicle, words, facts, history, notice, seller, code, ask, sellerName, similar } = props;
  return (
    <main className="mx-auto w-full max-w-7xl pb-28 sm:px-6 sm:pt-6 lg:px-8 lg:pt-8 lg:pb-16 print:p-0">
      <div className={AREAS}>
        <Heading
          vehicle={vehicle}
          words={words}
          reserved={props.reserved}
          sellerName={sellerName}
          notice={notice}
        />
        <div className="min-w-0 [grid-area:photos]">
          <PublicCarousel images={vehicle.images} title={words.title} />
        </div>
        <div className="grid min-w-0 content-start gap-8 px-4 [grid-area:details] sm:px-0 print:gap-4">
          <section aria-labelledby="specs" className="grid gap-3">
            <h2 id="specs" className="font-semibold text-lg tracking-tight">
              Especificaciones
            </h2>
            <VehicleFactsList facts={facts} vin={vehicle.vin ?? undefined} />
          </section>
          <VehicleExtras equipment={vehicle.equipment} history={history} />
          <VehicleDescription text={vehicle.description} />
        </div>
        <aside
          id="vendedor"
          className="scroll-mt-4 self-start px-4 [grid-area:seller] sm:px-0 lg:sticky lg:top-6 print:static print:min-w-0"
        >
          {seller}
          {code}
        </aside>
      </div>
      <SimilarVehicles vehicles={similar} isSold={vehicle.status === "Vendido"} />
      {ask && (
        <div className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-card/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-overlay backdrop-blur lg:hidden print:hidden">
          <p className="grow font-semibold text-xl tracking-tight">{words.price}</p>
          {ask}
        </div>
      )}
    </main>
  );
}

/** Three similar vehicles of the dealership; scrollable on phones. */
function SimilarVehicles(props: { vehicles: FeaturedVehicle[]; isSold: boolean }) {
  if (props.vehicles.length === 0) return null;
  return (
    <section aria-labelledby="parecidos" className="mt-10 grid gap-4 lg:mt-14 print:hidden">
      <h2 id="parecidos" className="px-4 font-semibold text-lg tracking-tight sm:px-0">
        {props.isSold ? "Parecidos y disponibles" : "Vehículos parecidos"}
      </h2>
      <ul className="-my-2 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 py-2 [scrollbar-width:none] sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-3">
        {props.vehicles.map((vehicle) => (
          <li key={vehicle.id} className="w-4/5 shrink-0 snap-start sm:w-auto">
            <FeaturedCard vehicle={vehicle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Heading(
  props: Pick<PublicVehicleViewProps, "vehicle" | "words" | "reserved" | "sellerName" | "notice">,
) {
  const { vehicle, words, reserved, sellerName, notice } = props;
  return (
    <header className="grid min-w-0 content-start gap-2 px-4 [grid-area:heading] sm:px-0 print:grid-cols-[1fr_auto]">
      <StatusBadge status={vehicle.status} reserved={reserved} className="print:hidden" />
      <h1 className="break-words font-semibold text-headline">
        <span>{`${vehicle.brand} ${vehicle.model} `}</span>
        <span className="text-muted-foreground">{vehicle.year}</span>
      </h1>
      <p className="text-muted-foreground">{words.summary}</p>
      {sellerName && (
        <p className="min-w-0 text-sm lg:hidden print:hidden">
          De{" "}
          <a
            href="#vendedor"
            className="touch-target wrap-anywhere inline-block font-semibold underline underline-offset-4"
          >
            {sellerName}
          </a>
        </p>
      )}
      <p className="mt-1 font-bold text-headline print:col-start-2 print:row-start-1 print:mt-0">
        {words.price}
      </p>
      {notice}
    </header>
  );
}
