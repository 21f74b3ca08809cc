import { Skeleton } from "#web/ui/states/skeleton.tsx";

/** Stands in for a vehicle's page while it loads. */
export function VehiclePageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Cargando...</span>
      <div className="grid gap-4 py-6 sm:py-8">
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-8 w-64 max-w-full" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:gap-8">
        <Skeleton className="aspect-4/3 w-full sm:rounded-2xl" />
        <div className="grid content-start gap-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-10 w-44" />
          <Skeleton className="h-64 w-full" />
        </div>
      </div>
    </div>
  );
}
