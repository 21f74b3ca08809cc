import { ArrowRight, Check } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { HeroPicture } from "./hero-picture.tsx";
import type { RenderDemo } from "./render-demo.ts";

const promises = ["Sin instalar nada", "Desde el teléfono", "Enlaces listos para WhatsApp"];

/** What Vitrina is, in one breath, with the way to a demo. */
export function HeroSection({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <section className="page-width grid items-center gap-14 pt-10 pb-32 sm:pt-16 lg:grid-cols-[1.05fr_1fr] lg:gap-8 lg:pt-20 lg:pb-36">
      <div className="max-w-xl animate-rise">
        <p className="mb-4 w-fit rounded-full bg-primary/12 px-3 py-1 font-semibold text-primary-ink text-sm">
          Para concesionarios y vendedores
        </p>
        <h1 className="font-bold text-display">Del patio a WhatsApp, en minutos.</h1>
        <p className="mt-5 text-lg text-muted-foreground leading-relaxed">
          Escanea el VIN, sube las fotos y publica. Tu cliente abre un enlace limpio con todo lo que
          necesita para decidirse.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          {renderDemo(
            <Button size="lg">
              Solicitar demo
              <ArrowRight aria-hidden="true" />
            </Button>,
          )}
          <Button asChild size="lg" variant="outline">
            <a href="#como-funciona">Ver cómo funciona</a>
          </Button>
        </div>
        <ul className="mt-7 flex flex-wrap gap-x-5 gap-y-2 text-muted-foreground text-sm">
          {promises.map((promise) => (
            <li key={promise} className="flex items-center gap-1.5">
              <Check aria-hidden="true" className="size-4 text-success" strokeWidth={3} />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <HeroPicture />
    </section>
  );
}
