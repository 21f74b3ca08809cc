import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { PublicFooter } from "#web/ui/frame/public-footer.tsx";
import type { StorefrontPicture } from "#web/ui/frame/storefront-hero.tsx";
import { sizesOnPhone } from "#web/ui/picture/photo-addresses.ts";
import type { HeroColours } from "#web/ui/theme/hero-colours.ts";

/** Background of a profile card: the seller's hero color, and a picture if set. */
export type ProfileBand = { colours: HeroColours; picture: StorefrontPicture | null };

type ProfileFrameProps = {
  band: ProfileBand;
  /** Back link on the band. */
  back?: { href: string; label: string } | undefined;
  children: ReactNode;
};

/**
 * A page with a profile card: a band in the seller's colors, the card overlapping it, and the
 * content.
 */
export function ProfileFrame({ band: { colours, picture }, back, children }: ProfileFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header
        style={colours}
        className={`relative isolate h-24 overflow-hidden sm:h-56 ${picture ? "text-white!" : ""}`}
      >
        {picture && (
          <>
            <img
              alt=""
              sizes={sizesOnPhone(100)}
              src={picture.src}
              srcSet={picture.srcSet}
              className="absolute inset-0 -z-10 size-full object-cover"
            />
            <span aria-hidden="true" className="absolute inset-0 -z-10 bg-black/60" />
          </>
        )}
        {back && (
          <div className="page-width sm:pt-4">
            <a
              href={back.href}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-lg font-medium text-sm outline-current! hover:underline"
            >
              <ChevronLeft aria-hidden="true" className="size-[1.125rem] shrink-0" />
              <span className="truncate">{back.label}</span>
            </a>
          </div>
        )}
      </header>
      <main className="page-width relative -mt-13 grid grow grid-cols-1 content-start gap-3 pb-14 sm:-mt-32 sm:gap-10">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
