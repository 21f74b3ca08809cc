import { Mail } from "lucide-react";
import { usePublicConfig } from "#web/session/public-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
import { CarDrawing } from "#web/ui/states/car-drawing.tsx";
import type { RenderDemo } from "./render-demo.ts";

/** The invitation at the end. */
export function ClosingSection({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <section aria-label="Solicitar demo" className="page-width pb-16 sm:pb-24">
      <div className="relative grid items-center gap-6 overflow-hidden rounded-3xl bg-primary px-6 pt-10 text-primary-foreground sm:px-14 sm:pt-12 md:grid-cols-[1.2fr_1fr] md:pb-12">
        <div>
          <h2 className="font-bold text-headline">Publica tu primer vehículo hoy</h2>
          <p className="mt-2 max-w-md text-lg">Cuéntanos quién eres y te abrimos la puerta.</p>
          <div className="mt-6">
            {renderDemo(
              <Button size="lg" variant="secondary" className="w-full sm:w-auto">
                Solicitar demo
              </Button>,
            )}
          </div>
        </div>
        <CarDrawing paint="white" className="-mb-3 w-full md:mb-0" />
      </div>
    </section>
  );
}

/** Whose page this is and how to write to them. */
export function LandingFooter() {
  const { contactEmail } = usePublicConfig();
  return (
    <footer className="border-t bg-card">
      <div className="page-width flex flex-col gap-5 py-8 sm:flex-row sm:items-center sm:justify-between">
        <Logo />
        <a
          href={`mailto:${contactEmail}`}
          className="touch-target inline-flex w-fit items-center gap-2 rounded-sm font-medium text-sm hover:underline"
        >
          <Mail aria-hidden="true" className="size-4 text-muted-foreground" />
          {contactEmail}
        </a>
        <p className="text-muted-foreground text-sm">© {new Date().getFullYear()} Vitrina</p>
      </div>
    </footer>
  );
}
