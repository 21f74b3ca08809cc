import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";

/** As many columns as vehicles, so that two do not look lost in four columns. */
const COLUMNS = [
  "@2xl:max-w-md",
  "@2xl:grid-cols-2 @5xl:max-w-4xl",
  "@2xl:grid-cols-2 @5xl:grid-cols-3",
  "@2xl:grid-cols-2 @5xl:grid-cols-4",
] as const;

type FeaturedSectionProps = {
  /** A card per featured vehicle. */
  cards: { id: string; card: ReactNode }[];
  inventoryHref: string;
};

/** 'Vehículos Destacados': a row, scrollable on phones, with a link to all vehicles. */
export function FeaturedSection({ cards, inventoryHref }: FeaturedSectionProps) {
  return (
    <section id="inventario" aria-labelledby="inventario-titulo" className="@container">
      <div className="mx-auto grid w-full max-w-7xl gap-6 py-14 @3xl:gap-8 @3xl:py-20">
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2 px-4 @3xl:px-8">
          <h2 id="inventario-titulo" className="min-w-0 font-bold text-headline wrap-anywhere">
            Vehículos Destacados
          </h2>
          {cards.length > 0 && (
            <Link to={inventoryHref} className={buttonStyles({ variant: "link" })}>
              Ver todo el inventario
              <ArrowRight aria-hidden="true" />
            </Link>
          )}
        </div>
        {cards.length > 0 ? <Cards cards={cards} /> : <NoVehicles />}
      </div>
    </section>
  );
}

function Cards({ cards }: Pick<FeaturedSectionProps, "cards">) {
  const columns = COLUMNS[Math.min(cards.length, COLUMNS.length) - 1];
  const alone = cards.length === 1;
  return (
    <ul
      className={`-my-2 flex snap-x snap-mandatory gap-4 overflow-x-auto scroll-px-4 px-4 py-2 [scrollbar-width:none] @2xl:grid @2xl:gap-5 @2xl:overflow-visible @3xl:px-8 ${columns}`}
    >
      {cards.map(({ id, card }) => (
        <li
          key={id}
          className={`min-w-0 shrink-0 snap-start @2xl:w-auto ${alone ? "w-full" : "w-[82%]"}`}
        >
          {card}
        </li>
      ))}
    </ul>
  );
}

function NoVehicles() {
  return (
    <div className="mx-4 grid gap-1 rounded-2xl border border-dashed bg-card/60 px-6 py-12 text-center @3xl:mx-8">
      <p className="font-semibold text-lg tracking-tight">Estamos renovando nuestro inventario</p>
      <p className="text-muted-foreground">
        Vuelve pronto o cuéntanos qué buscas: te avisamos en cuanto llegue.
      </p>
      <a href="#contacto" className={`${buttonStyles({ variant: "outline" })} mx-auto mt-4`}>
        Ver contacto
      </a>
    </div>
  );
}
