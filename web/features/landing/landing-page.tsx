import { ArrowRight, Check, Mail, Plus } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { usePublicConfig } from "#web/api/public-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
import { CarDrawing } from "#web/ui/states/car-drawing.tsx";
import { ThemeToggle } from "#web/ui/theme/theme.tsx";
import { benefits, questions } from "./content.ts";
import { HeroPicture } from "./hero-picture.tsx";
import { StepsSection } from "./steps-section.tsx";
import { TestimonialSection } from "./testimonial-section.tsx";

const anchors = [
  { href: "#como-funciona", label: "Cómo funciona" },
  { href: "#beneficios", label: "Beneficios" },
  { href: "#preguntas", label: "Preguntas" },
];

/** The landing page's own bar. */
function LandingHeader() {
  return (
    <header className="sticky top-0 z-40 border-b border-b-transparent bg-background/85 backdrop-blur-lg">
      <div className="page-width flex h-16 items-center gap-2">
        <Link to="/" aria-label="Vitrina, inicio" className="touch-target inline-flex rounded-lg">
          <Logo />
        </Link>
        <nav aria-label="Secciones" className="mx-auto hidden gap-1 md:flex">
          {anchors.map(({ href, label }) => (
            <Button key={href} asChild variant="ghost" size="sm" className="font-medium">
              <a href={href}>{label}</a>
            </Button>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:ml-0">
          <ThemeToggle />
          <Button asChild variant="outline">
            <Link to="/login">Iniciar sesión</Link>
          </Button>
        </div>
      </div>
    </header>
  );
}

const promises = ["Sin instalar nada", "Desde el teléfono", "Enlaces listos para WhatsApp"];

/** What Vitrina is, in one breath, with the way to a demo. */
function HeroSection({ renderDemo }: { renderDemo: RenderDemo }) {
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

/** The marketing page at / (product section 1). */
export function LandingPage({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <div className="overflow-x-clip bg-background">
      <LandingHeader />
      <main>
        <HeroSection renderDemo={renderDemo} />
        <StepsSection />
        <BenefitsSection />
        <TestimonialSection />
        <QuestionsSection />
        <ClosingSection renderDemo={renderDemo} />
      </main>
      <LandingFooter />
    </div>
  );
}

/** What a dealership gains. */
function BenefitsSection() {
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

/** The invitation at the end. */
function ClosingSection({ renderDemo }: { renderDemo: RenderDemo }) {
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
function LandingFooter() {
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

/** Four frequent questions; the browser's own disclosure, so they open without script. */
function QuestionsSection() {
  const { contactEmail } = usePublicConfig();
  return (
    <section
      id="preguntas"
      aria-labelledby="preguntas-titulo"
      className="page-width grid gap-8 py-16 sm:py-24 lg:grid-cols-[1fr_1.6fr]"
    >
      <div>
        <h2 id="preguntas-titulo" className="font-bold text-headline">
          Preguntas frecuentes
        </h2>
        <p className="mt-4 max-w-sm text-muted-foreground leading-relaxed">
          ¿Tienes otra? Escríbenos a{" "}
          <a
            href={`mailto:${contactEmail}`}
            className="break-words font-medium text-foreground underline underline-offset-4"
          >
            {contactEmail}
          </a>{" "}
          y te responde una persona.
        </p>
      </div>
      <div className="divide-y border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} name="preguntas" className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 text-muted-foreground transition-transform duration-200 group-open:rotate-45"
              />
            </summary>
            <p className="max-w-prose pr-8 pb-5 text-muted-foreground leading-relaxed">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Puts a button into the dialog that it opens. */
type RenderDemo = (trigger: ReactElement) => ReactNode;
