import type { ReactNode } from "react";
import { Link } from "react-router";
import { Logo } from "#web/ui/frame/logo.tsx";
import { ThemeToggle } from "#web/ui/theme/theme.tsx";

export type GuestFrameProps = {
  title: ReactNode;
  description: ReactNode;
  children: ReactNode;
  /** Illustration for the second half of wide screens. */
  scene: ReactNode;
};

/** Layout of the sign-in and first-administrator forms, with an illustration on wide screens. */
export function GuestFrame({ title, description, children, scene }: GuestFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col bg-card">
        <header className="flex flex-wrap items-center justify-between px-5 pt-4 sm:px-8 sm:pt-6">
          <Link
            to="/"
            aria-label="Vitrina, ir al inicio"
            className="touch-target inline-flex rounded-lg"
          >
            <Logo />
          </Link>
          <ThemeToggle />
        </header>
        <main className="mx-auto flex w-full max-w-md grow animate-rise flex-col justify-center px-5 py-10 sm:px-8">
          <h1 className="font-semibold text-headline">{title}</h1>
          <p className="mt-2 mb-8 text-muted-foreground">{description}</p>
          {children}
        </main>
      </div>
      <div aria-hidden="true" className="relative hidden overflow-hidden bg-secondary lg:block">
        {scene}
      </div>
    </div>
  );
}
