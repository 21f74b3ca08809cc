import { benefits } from "./content.ts";

/** What a dealership gains. */
export function BenefitsSection() {
  return (
    <section
      id="beneficios"
      aria-labelledby="beneficios-titulo"
      className="page-width py-16 sm:py-24"
    >
      <h2 id="beneficios-titulo" className="max-w-2xl font-bold text-headline">
        Todo lo que tu concesionario necesita, y nada más
      </h2>
      <ul className="mt-10 grid gap-px overflow-hidden rounded-2xl border bg-border sm:grid-cols-2 lg:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4 bg-card p-5 sm:flex-col sm:p-7">
            <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-primary/12 text-primary-ink">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <div>
              <h3 className="font-semibold tracking-tight">{title}</h3>
              <p className="mt-1 text-muted-foreground text-sm leading-relaxed">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
