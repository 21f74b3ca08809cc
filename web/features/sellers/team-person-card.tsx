import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { TapData } from "./record-taps.tsx";
import { SellerPicture } from "./seller-picture.tsx";
import type { TeamPerson } from "./team-person.ts";

/** A salesperson on the dealership's landing: portrait, name, WhatsApp, link to their page. */
export function TeamPersonCard({ person }: { person: TeamPerson }) {
  const { id, name, portrait, whatsapp, href } = person;
  return (
    <article className="flex h-full flex-col gap-4 rounded-2xl border bg-card p-4 shadow-card">
      <TapData sellerId={id} links={{ whatsapp, call: null, place: null }} />
      <Link to={href} className="group flex min-w-0 items-center gap-3.5 rounded-lg">
        <SellerPicture
          seller={{ name, logo: portrait, isPerson: true }}
          className="size-16 rounded-full"
        />
        <span className="wrap-anywhere min-w-0 flex-1 font-semibold text-lg leading-snug tracking-tight group-hover:underline">
          {name}
        </span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      </Link>
      {whatsapp && (
        <a
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`WhatsApp de ${name}`}
          className={`${buttonStyles({ variant: "whatsapp" })} mt-auto`}
        >
          <WhatsappIcon className="size-5" />
          WhatsApp
        </a>
      )}
    </article>
  );
}
