import { steps } from "./content.ts";
import { FillDrawing, ScanDrawing, SellDrawing } from "./step-drawings.tsx";

const drawings = [ScanDrawing, FillDrawing, SellDrawing];

/** The three steps. */
export function StepsSection() {
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo" className="border-y bg-card">
      <div className="page-width py-16 sm:py-24">
        <h2 id="como-funciona-titulo" className="max-w-2xl font-bold text-headline">
          Tres pasos entre el auto y el comprador
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
          {steps.map(({ title, text }, index) => {
            const Drawing = drawings[index] ?? SellDrawing;
            return (
              <li key={title}>
                <div className="grid aspect-[16/11] place-items-center overflow-hidden rounded-2xl border bg-background">
                  <Drawing />
                </div>
                <h3 className="mt-5 flex items-center gap-3 font-semibold text-lg tracking-tight">
                  <span className="numeric grid size-7 place-items-center rounded-full bg-secondary text-secondary-foreground text-sm">
                    {index + 1}
                  </span>
                  {title}
                </h3>
                <p className="mt-2 text-muted-foreground leading-relaxed">{text}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
