import { ChevronDown, Tag } from "lucide-react";

/**
 * 'Nuestras Ofertas Especiales': the dealership's own text with its line breaks, opened by a tap,
 * and by a link to its text.
 */
export function OffersSection({ offers }: { offers: string }) {
  return (
    <section aria-labelledby="ofertas-titulo" className="@container">
      <div className="mx-auto w-full max-w-7xl px-4 py-10 @3xl:px-8 @3xl:py-16">
        <details className="group overflow-hidden rounded-2xl border border-primary/35 bg-primary/8">
          <summary className="flex min-h-18 list-none items-center gap-4 px-5 py-4 @3xl:px-7 [&::-webkit-details-marker]:hidden">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-primary-foreground"
            >
              <Tag className="size-5" />
            </span>
            <h2 id="ofertas-titulo" className="flex-1 font-bold text-title">
              Nuestras Ofertas Especiales
            </h2>
            <ChevronDown
              aria-hidden="true"
              className="size-6 shrink-0 transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <p
            id="ofertas"
            className="max-w-prose scroll-mt-40 whitespace-pre-line break-words px-5 pb-6 text-lg leading-relaxed @3xl:px-7 @3xl:pb-8 @3xl:pl-21"
          >
            {offers}
          </p>
        </details>
      </div>
    </section>
  );
}
