import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Link, useNavigation } from "react-router";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { SharedVehicleCard } from "../share/shared-vehicle-card.tsx";
import { ListingForm } from "./listing-form.tsx";
import type { PageLink, PreparedListing } from "./prepare-listing.ts";

/**
 * A dealership's available vehicles with search, filters and pages (docs/product/storefront.md).
 */
export function ListingView({ listing }: { listing: PreparedListing }) {
  const isEmpty = listing.state === "empty";
  return (
    <section
      id="inventario"
      aria-labelledby="inventario-titulo"
      className="grid grid-cols-1 items-start gap-2.5 sm:gap-5 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-x-6"
    >
      <h2
        id="inventario-titulo"
        className={`font-semibold text-title ${isEmpty ? "" : "max-lg:sr-only"}`}
      >
        Inventario
      </h2>
      {isEmpty ? (
        <EmptyState
          drawing={<EmptyLotDrawing />}
          title="Inventario Vacío"
          description="Ahora mismo no hay vehículos disponibles. Escribe y pregunta por los próximos."
        />
      ) : (
        <>
          <ListingForm form={listing.form} />
          <Chips listing={listing} />
          <Vehicles listing={listing} />
        </>
      )}
    </section>
  );
}

/** The number of vehicles and the one-tap filters. */
function Chips({ listing: { count, chips, form } }: { listing: PreparedListing }) {
  return (
    <div className="strip items-center max-sm:-mx-4! max-sm:px-4! lg:col-start-2 lg:row-start-1">
      <p role="status" className="shrink-0 pr-1 font-medium max-lg:text-sm">
        {count}
      </p>
      <ul aria-label="Filtros" className="contents">
        {chips.map(({ label, href, isOn }) => (
          <li key={label} className="contents">
            <Link
              to={href}
              preventScrollReset
              aria-label={isOn ? `Quitar ${label}` : undefined}
              className={`chip ${isOn ? "chip-on" : ""}`}
            >
              <span>{label}</span>
              {isOn && <X aria-hidden="true" className="size-4" />}
            </Link>
          </li>
        ))}
      </ul>
      {form.active > 0 && (
        <Link
          to={form.clear}
          preventScrollReset
          className="chip border-transparent! bg-transparent! underline"
        >
          Limpiar filtros
        </Link>
      )}
    </div>
  );
}

function Vehicles({ listing: { vehicles, pages, form, state } }: { listing: PreparedListing }) {
  const isWaiting = useNavigation().state === "loading";
  if (state === "nothing found") {
    return (
      <div className="lg:col-start-2 lg:row-start-2">
        <EmptyState
          drawing={<NothingFoundDrawing />}
          title="Ningún vehículo coincide"
          description="Prueba con otra búsqueda o quita los filtros."
          action={
            <Link
              to={form.clear}
              preventScrollReset
              className={buttonStyles({ variant: "outline" })}
            >
              Limpiar filtros
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <div
      className={`grid gap-8 transition-opacity lg:col-start-2 lg:row-start-2 ${isWaiting ? "opacity-60" : ""}`}
    >
      <ul className="grid fit-columns-[16rem] gap-5">
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
