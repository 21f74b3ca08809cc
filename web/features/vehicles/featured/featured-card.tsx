import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#web/ui/frame/badge.tsx";
import { sizesOnPhone } from "#web/ui/picture/photo-addresses.ts";
import { VehiclePhoto } from "#web/ui/picture/vehicle-photo.tsx";
import type { FeaturedVehicle } from "./featured-vehicle.ts";

const SIZES = `(min-width: 1280px) 290px, (min-width: 1024px) 23vw, (min-width: 640px) 46vw, ${sizesOnPhone(80)}`;

type FeaturedCardProps = {
  vehicle: FeaturedVehicle;
  /** The first photo is the largest contentful paint, so it is fetched with high priority. */
  first?: boolean;
};

/** A featured vehicle on a dealership's landing. The whole card links to its public page. */
export function FeaturedCard({ vehicle, first = false }: FeaturedCardProps) {
  const { href, name, year, facts, price, reserved, photo } = vehicle;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-2xl border bg-card shadow-card transition-[box-shadow,border-color,translate] duration-200 ease-out-soft hover:-translate-y-0.5 hover:shadow-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring has-[a:focus-visible]:outline-offset-2">
      <div className="relative overflow-hidden bg-muted">
        <VehiclePhoto
          alt=""
          width={640}
          height={480}
          loading={first ? "eager" : "lazy"}
          fetchPriority={first ? "high" : "auto"}
          decoding="async"
          sizes={SIZES}
          srcSet={photo.srcSet}
          src={photo.src}
          className="aspect-4/3 w-full object-cover transition-transform duration-500 ease-out-soft group-hover:scale-[1.025]"
        />
        {reserved && (
          <Badge variant="warning" className="absolute top-3 left-3 shadow-xs">
            {reserved}
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h3 className="font-semibold text-lg leading-snug tracking-tight">
          <Link
            to={href}
            className="line-clamp-2 break-words after:absolute after:inset-0 focus-visible:outline-none"
          >
            <span>{`${name} `}</span>
            <span className="font-normal text-muted-foreground">{year}</span>
          </Link>
        </h3>
        <p className="min-h-5 text-muted-foreground text-sm">{facts}</p>
        <div className="mt-auto flex items-end justify-between gap-3 pt-3">
          <p className="min-w-0 break-words font-bold text-xl tracking-tight">{price}</p>
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-full bg-muted transition-colors duration-200 group-hover:bg-foreground group-hover:text-background"
          >
            <ArrowRight className="size-[1.125rem]" />
          </span>
        </div>
      </div>
    </article>
  );
}

/** A photo in the hero of a landing without a hero picture, on wide screens. */
export function ShowcasePhoto({ photo }: Pick<FeaturedVehicle, "photo">) {
  return (
    <VehiclePhoto
      alt=""
      loading="lazy"
      decoding="async"
      width={640}
      height={480}
      sizes="(min-width: 1280px) 560px, 42vw"
      srcSet={photo.srcSet}
      src={photo.src}
      className="aspect-4/3 w-full object-cover"
    />
  );
}
