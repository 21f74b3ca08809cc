import type { ReactNode } from "react";
import { PublicFooter } from "#web/ui/frame/public-footer.tsx";
import { sharedMessages } from "./shared-messages.ts";

type SharedVehiclesFrameProps = {
  /** Who shares; left out when that is not one seller whom visitors may read. */
  seller?: { name: string; subtitle: string | null; logo: string | null } | null;
  /** What stands below the heading, if anything does. */
  gist?: string | false;
  /** The ways to reach who shares. */
  contact?: ReactNode;
  children: ReactNode;
};

/**
 * The page of a shared selection: a band with who shares what, and the vehicles that rise into it.
 */
export function SharedVehiclesFrame({ seller, gist, contact, children }: SharedVehiclesFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-primary border-t-4 bg-secondary pb-24 text-secondary-foreground sm:pb-28">
        <div className="page-width grid grid-cols-1 gap-2 pt-7 sm:pt-12">
          {seller && <SellerLine {...seller} />}
          <h1 className="font-bold text-headline">{sharedMessages.heading}</h1>
          {gist && <p className="text-secondary-foreground/80 sm:text-lg">{gist}</p>}
          {contact && <div className="mt-3 flex flex-wrap gap-2">{contact}</div>}
        </div>
      </header>
      <main className="page-width -mt-16 grow pb-14 sm:-mt-18">{children}</main>
      <PublicFooter />
    </div>
  );
}

function SellerLine(seller: NonNullable<SharedVehiclesFrameProps["seller"]>) {
  const { name, subtitle, logo } = seller;
  return (
    <div className="mb-3 flex items-center gap-3">
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
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-primary font-bold text-lg text-primary-foreground"
        >
          {name.slice(0, 1).toLocaleUpperCase("es")}
        </span>
      )}
      <div className="min-w-0 break-words">
        <p className="font-semibold text-lg leading-snug">{name}</p>
        {subtitle && <p className="text-secondary-foreground/80 text-sm">{subtitle}</p>}
      </div>
    </div>
  );
}
