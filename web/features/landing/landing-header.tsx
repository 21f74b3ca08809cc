import { Link } from "react-router";
import { Button } from "#web/ui/controls/button.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
import { ThemeToggle } from "#web/ui/theme/theme.tsx";

const anchors = [
  { href: "#como-funciona", label: "Cómo funciona" },
  { href: "#beneficios", label: "Beneficios" },
  { href: "#preguntas", label: "Preguntas" },
];

/** The landing page's own bar. */
export function LandingHeader() {
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
