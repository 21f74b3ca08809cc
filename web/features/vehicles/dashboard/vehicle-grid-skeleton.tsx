import { Skeleton } from "#web/ui/states/skeleton.tsx";

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Stands in for the cards while the inventory loads, in their sizes. */
export function VehicleGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Cargando...</span>
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4">
        {CARDS.map((card) => (
          <div
            key={card}
            className="flex h-[8.125rem] overflow-hidden rounded-xl border bg-card sm:h-auto sm:flex-col"
          >
            <Skeleton className="h-full w-[8.25rem] shrink-0 rounded-none sm:aspect-4/3 sm:h-auto sm:w-full" />
            <div className="grid flex-1 content-start gap-2.5 p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-6 w-24" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
