import { LoaderCircle } from "lucide-react";

/**
 * A spinning ring. Decorative, so add a text that says what is loading. `className` sets its size.
 */
export function Spinner({ className = "size-5" }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={`animate-spin ${className}`} />;
}

/** A centred spinner with a text for screen readers. */
export function PageSpinner({ label = "Cargando..." }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-muted-foreground">
      <Spinner className="size-7" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
