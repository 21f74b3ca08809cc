import { ArrowRight, Images } from "lucide-react";
import { Link } from "react-router";
import { sizesOnPhone } from "#web/ui/picture/photo-addresses.ts";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import type { PreparedCard } from "../card-vehicle.ts";
import { StatusBadge } from "../status-badge.tsx";
import { vehicleLinks } from "../vehicle-links.ts";

const SIZES = `(min-width: 1280px) 400px, (min-width: 1024px) 31vw, (min-width: 640px) 47vw, ${sizesOnPhone(94)}`;
const SIZES_ALONE = `(min-width: 1024px) 620px, (min-width: 768px) 58vw, ${sizesOnPhone(94)}`;
/** Covers that may be visible initially; others are lazy. */
const EAGER = 3;
/** Cards after this one are not delayed further. */
const MAX_STAGGERED = 12;
const STAGGER_MILLISECONDS = 50;

type SharedVehicleCardProps = {
  vehicle: PreparedCard;
  index: number;
  /** A single vehicle gets the full width, from 768 px on with photo and text side by side. */
  alone: boolean;
  /** Slug of the salesperson from the followed link, passed on by the card's link. */
  vendedor?: string | null;
};

/** A vehicle card on a public page, linked as a whole. */
export function SharedVehicleCard(props: SharedVehicleCardProps) {
  const { vehicle, index, alone, vendedor } = props;
  const sold = vehicle.status === "Vendido";
  return (
    <li
      style={{ animationDelay: `${Math.min(index, MAX_STAGGERED) * STAGGER_MILLISECONDS}ms` }}
      className="@container -m-2 min-w-0 animate-lift p-2 [contain-intrinsic-size:auto_26rem] [content-visibility:auto]"
    >
      <article
        className={`${alone ? "@min-[44rem]:flex-row" : ""} group relative flex h-full flex-col overflow-hidden rounded-2xl border bg-card shadow-card transition-[box-shadow,border-color] duration-200 focus-within:border-ring hover:shadow-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring has-[a:focus-visible]:outline-offset-2`}
      >
        <div className={`relative overflow-hidden ${alone ? "@min-[44rem]:w-3/5" : ""}`}>
          <VehicleThumbnail
            photo={vehicle.cover ?? undefined}
            sizes={alone ? SIZES_ALONE : SIZES}
            alt=""
            eager={index < EAGER}
            first={index === 0}
            className={`aspect-4/3 w-full transition-transform duration-500 ease-out-soft group-hover:scale-[1.025] ${sold ? "opacity-70 saturate-50" : ""}`}
          />
          {(vehicle.reserved || vehicle.status !== "Disponible") && (
            <StatusBadge
              status={vehicle.status}
              reserved={vehicle.reserved}
              className="absolute top-3 left-3 shadow-xs"
            />
          )}
          {vehicle.photos > 1 && (
            <p className="numeric absolute right-3 bottom-3 flex items-center gap-1.5 rounded-full bg-black/60 px-2.5 py-1 font-medium text-white text-xs">
              <Images aria-hidden="true" className="size-3.5" />
              <span>{vehicle.photos}</span>
              <span className="sr-only"> fotos</span>
            </p>
          )}
        </div>
        <div
          className={`flex min-w-0 flex-1 flex-col gap-1 p-4 sm:p-5 ${alone ? "@min-[44rem]:p-8" : ""}`}
        >
          <h2
            className={`font-semibold leading-snug tracking-tight ${alone ? "text-lg @min-[44rem]:text-2xl" : "text-lg"}`}
          >
            <Link
              to={vehicleLinks.publicPage(vehicle.id, "", vendedor)}
              className="line-clamp-2 break-words after:absolute after:inset-0 focus-visible:outline-none"
            >
              <span>{`${vehicle.brand} ${vehicle.model} `}</span>
              <span className="font-normal text-muted-foreground">{vehicle.year}</span>
            </Link>
          </h2>
          <p className="min-h-5 text-muted-foreground text-sm">{vehicle.facts}</p>
          <div className="mt-auto flex items-end justify-between gap-3 pt-3">
            <p
              className={`min-w-0 break-words font-bold tracking-tight ${alone ? "text-xl @min-[44rem]:text-3xl" : "text-xl"} ${sold ? "text-muted-foreground" : ""}`}
            >
              {vehicle.price}
            </p>
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-muted transition-colors duration-200 group-hover:bg-foreground group-hover:text-background"
            >
              <ArrowRight className="size-[1.125rem]" />
            </span>
          </div>
        </div>
      </article>
    </li>
  );
}
