import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link, useNavigation } from "react-router";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { SharedVehicleCard } from "../share/shared-vehicle-card.tsx";
import { ListingForm } from "./listing-form.tsx";
import type { PageLink, ShownListing } from "./show-listing.ts";

/**
 * A dealership's available vehicles with search, filters and pages (product section 2, Dealership
 * inventory).
 */
export function ListingView({ listing }: { listing: ShownListing }) {
  const { form, count, state } = listing;
  return (
    <section aria-labelledby="inventario" className="grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="inventario" className="font-semibold text-title">
          Inventario
        </h2>
        <p role="status" className="text-muted-foreground">
          {state === "empty" ? "" : count}
        </p>
      </div>
      {state === "empty" ? (
        <EmptyState
          drawing={<EmptyLotDrawing />}
          title="Inventario Vacío"
          description="Ahora mismo no hay vehículos disponibles. Escribe y pregunta por los próximos."
        />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-6">
          <ListingForm form={form} />
          <Vehicles listing={listing} />
        </div>
      )}
    </section>
  );
}

function Vehicles({ listing: { vehicles, pages, form, state } }: { listing: ShownListing }) {
  const isWaiting = useNavigation().state === "loading";
  if (state === "nothing found") {
    return (
      <EmptyState
        drawing={<NothingFoundDrawing />}
        title="Ningún vehículo coincide"
        description="Prueba con otra búsqueda o quita los filtros."
        action={
          <Link to={form.clear} preventScrollReset className={buttonStyles({ variant: "outline" })}>
            Limpiar filtros
          </Link>
        }
      />
    );
  }
  return (
    <div className={`grid gap-8 transition-opacity ${isWaiting ? "opacity-60" : ""}`}>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {vehicles.map((vehicle, index) => (
          <SharedVehicleCard
            key={vehicle.id}
            vehicle={vehicle}
            index={index}
            alone={false}
            vendedor={form.vendedor}
          />
        ))}
      </ul>
      <Pages pages={pages} />
    </div>
  );
}

function Pages({ pages }: { pages: PageLink[] }) {
  const links = pages.filter((link) => "href" in link);
  if (links.length === 0) return null;
  const current = links.findIndex((link) => link.current);
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-1">
      <Step link={links[current - 1]} rel="prev" />
      {pages.map((link) =>
        "gap" in link ? (
          <span key={link.gap} aria-hidden="true" className="px-1 text-muted-foreground">
            …
          </span>
        ) : (
          <Link
            key={link.page}
            to={link.href}
            aria-label={`Página ${link.page}`}
            aria-current={link.current ? "page" : undefined}
            className={`${buttonStyles({ variant: link.current ? "secondary" : "ghost", size: "icon" })} numeric`}
          >
            {link.page}
          </Link>
        ),
      )}
      <Step link={links[current + 1]} rel="next" />
    </nav>
  );
}

function Step({ link, rel }: { link: { href: string } | undefined; rel: "prev" | "next" }) {
  const [label, Icon] =
    rel === "prev" ? (["Anterior", ChevronLeft] as const) : (["Siguiente", ChevronRight] as const);
  if (!link) return null;
  return (
    <Link
      to={link.href}
      rel={rel}
      aria-label={label}
      className={buttonStyles({ variant: "outline", size: "icon" })}
    >
      <Icon aria-hidden="true" />
    </Link>
  );
}
