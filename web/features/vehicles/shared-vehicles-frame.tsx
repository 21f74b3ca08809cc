import type { ReactNode } from "react";
import { Logo } from "#web/ui/logo.tsx";
import { sharedMessages } from "./shared-messages.ts";

type SharedVehiclesFrameProps = {
  /** Who shares; left out when that is not one seller whom visitors may read. */
  seller?: { name: string; logo?: string | undefined } | null;
  /** What stands below the heading, if anything does. */
  gist?: string | false;
  children: ReactNode;
};

/** The page of a shared selection: a band with who shares what, and the vehicles that rise into it. */
export function SharedVehiclesFrame({ seller, gist, children }: SharedVehiclesFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-primary border-t-4 bg-secondary pb-24 text-secondary-foreground sm:pb-28">
        <div className="page-width grid grid-cols-1 gap-2 pt-7 sm:pt-12">
          {seller && <SellerLine name={seller.name} logo={seller.logo} />}
          <h1 className="font-bold text-headline">{sharedMessages.heading}</h1>
          {gist && <p className="text-secondary-foreground/80 sm:text-lg">{gist}</p>}
        </div>
      </header>
      <main className="page-width -mt-16 grow pb-14 sm:-mt-18">{children}</main>
      <footer className="border-t bg-card">
        <div className="page-width flex flex-col gap-3 py-6 text-muted-foreground text-sm sm:flex-row sm:items-center sm:justify-between">
          <p>{sharedMessages.mayChange}</p>
          <a
            href="/"
            aria-label="Vitrina, inicio"
            className="touch-target w-fit rounded-lg text-foreground"
          >
            <Logo />
          </a>
        </div>
      </footer>
    </div>
  );
}

function SellerLine({ name, logo }: { name: string; logo: string | undefined }) {
  return (
    <p className="mb-3 flex items-center gap-3 font-semibold text-lg">
      {logo ? (
        <img
          src={logo}
          alt=""
          width={44}
          height={44}
          className="size-11 shrink-0 rounded-xl bg-white object-contain p-1"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-primary font-bold text-primary-foreground"
        >
          {name.slice(0, 1).toLocaleUpperCase("es")}
        </span>
      )}
      <span className="min-w-0 break-words">{name}</span>
    </p>
  );
}
