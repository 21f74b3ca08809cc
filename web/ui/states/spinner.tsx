import { LoaderCircle } from "lucide-react";

/**
 * A turning ring; decoration only, so whoever shows it says in words what is being waited for.
 * `className` gives its size.
 */
export function Spinner({ className = "size-5" }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={`animate-spin ${className}`} />;
}

/** A spinner in the middle of the free space with a text for screen readers. */
export function PageSpinner({ label = "Cargando..." }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-muted-foreground">
      <Spinner className="size-7" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
