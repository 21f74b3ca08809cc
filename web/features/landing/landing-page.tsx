import { ArrowRight, Mail, Plus } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
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

function LandingHeader() {
  return (
    <header className="sticky top-0 z-40 border-b border-b-transparent bg-background/85 backdrop-blur-lg">
      <div className="page-width flex min-h-16 flex-wrap items-center gap-2">
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
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 md:ml-0">
          <ThemeToggle />
          <Button asChild variant="outline">
            <Link to="/login">Iniciar sesión</Link>
          </Button>
        </div>
      </div>
    </header>
  );
}

/** The headline with a link to the demo. */
function HeroSection({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <section className="page-width grid items-center gap-8 pt-5 sm:pt-14 lg:grid-cols-[1fr_1.35fr] lg:gap-12 lg:py-20">
      <div className="max-w-xl">
        <p className="mb-2 text-muted-foreground text-sm">Para concesionarios y vendedores</p>
        <h1 className="font-bold text-display">Del patio a WhatsApp, en minutos.</h1>
        <p className="mt-3 text-muted-foreground leading-relaxed sm:text-lg">
          Escanea el VIN, sube las fotos y publica. Tu cliente abre un enlace con todo lo que
          necesita para decidirse.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
          {renderDemo(
            <Button size="lg">
              Solicitar demo
              <ArrowRight aria-hidden="true" />
            </Button>,
          )}
          <a
            href="#como-funciona"
            className="touch-target rounded-sm font-semibold text-sm underline-offset-4 hover:underline"
          >
            Ver cómo funciona
          </a>
        </div>
      </div>
      <HeroPicture />
    </section>
  );
}

/** The marketing page at / (docs/product/public-pages.md). */
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

function BenefitsSection() {
  return (
    <section
      id="beneficios"
      aria-labelledby="beneficios-titulo"
      className="page-width py-10 sm:py-20"
    >
      <h2 id="beneficios-titulo" className="max-w-2xl font-bold text-headline">
        Todo lo que necesitas
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-x-5 gap-y-6 sm:mt-10 sm:gap-x-8 sm:gap-y-9 lg:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title} className="grid content-start gap-1 sm:grid-cols-[auto_1fr] sm:gap-x-4">
            <Icon aria-hidden="true" className="size-5 sm:row-span-2 sm:mt-0.5" />
            <h3 className="mt-1 font-semibold text-sm leading-snug tracking-tight sm:mt-0 sm:text-base">
              {title}
            </h3>
            <p className="text-muted-foreground text-sm leading-snug sm:leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Call to action at the end. */
function ClosingSection({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <section aria-label="Solicitar demo" className="bg-secondary text-secondary-foreground">
      <div className="page-width flex flex-col gap-5 py-9 sm:flex-row sm:items-center sm:justify-between sm:py-14">
        <div>
          <h2 className="font-bold text-title">Publica tu primer vehículo hoy</h2>
          <p className="mt-1 opacity-80">Cuéntanos quién eres y te abrimos la puerta.</p>
        </div>
        {renderDemo(<Button size="lg">Solicitar demo</Button>)}
      </div>
    </section>
  );
}

/** The operator and how to contact them. */
function LandingFooter() {
  const { contactEmail } = usePublicConfig();
  return (
    <footer className="bg-card">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-6">
        <Logo />
        <a
          href={`mailto:${contactEmail}`}
          className="touch-target inline-flex w-fit min-w-0 items-center gap-2 rounded-sm font-medium text-sm wrap-anywhere hover:underline"
        >
          <Mail aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          {contactEmail}
        </a>
        <p className="text-muted-foreground text-sm">{`© ${new Date().getFullYear()} Vitrina`}</p>
      </div>
    </footer>
  );
}

/** Frequent questions as native disclosures, which open without script. */
function QuestionsSection() {
  return (
    <section
      id="preguntas"
      aria-labelledby="preguntas-titulo"
      className="page-width grid gap-5 py-10 sm:py-20 lg:grid-cols-[1fr_1.6fr] lg:gap-8"
    >
      <h2 id="preguntas-titulo" className="font-bold text-headline">
        Preguntas frecuentes
      </h2>
      <div className="divide-y border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} name="preguntas" className="group">
            <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
              <span>{question}</span>
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

/** Wraps a button in the dialog that it opens. */
type RenderDemo = (trigger: ReactElement) => ReactNode;
