import { Logo } from "./logo.tsx";

/** The footer of public pages with vehicles: the disclaimer and the platform. */
export function PublicFooter() {
  return (
    <footer className="border-t bg-card">
      <div className="page-width flex flex-col gap-3 py-6 text-muted-foreground text-sm sm:flex-row sm:items-center sm:justify-between">
        <p>Los precios y la disponibilidad pueden cambiar: confírmalos con quien vende.</p>
        <a
          href="/"
          aria-label="Vitrina, inicio"
          className="touch-target w-fit rounded-lg text-foreground"
        >
          <Logo />
        </a>
      </div>
    </footer>
  );
}
