import { steps } from "./content.ts";
import { stepScreens } from "./screens.ts";

/** The three steps with their screenshots. */
export function StepsSection() {
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo" className="border-y bg-card">
      <div className="page-width py-10 sm:py-20">
        <h2 id="como-funciona-titulo" className="max-w-2xl font-bold text-headline">
          Tres pasos entre el auto y el comprador
        </h2>
        <ol className="mt-5 grid gap-7 sm:mt-10 sm:gap-8 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <img
                {...stepScreens[index]}
                alt=""
                loading="lazy"
                className="h-auto w-full rounded-2xl border bg-muted"
              />
              <h3 className="mt-3 flex items-center gap-2.5 font-semibold tracking-tight sm:text-lg">
                <span className="numeric grid size-6 place-items-center rounded-full bg-secondary text-secondary-foreground text-xs">
                  {index + 1}
                </span>
                <span>{title}</span>
              </h3>
              <p className="mt-1 text-muted-foreground text-sm leading-relaxed sm:text-base">
                {text}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
