import { ExternalLink, Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { usePublicConfig } from "#web/session/public-config.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import type { ContactShown } from "./contact-shown.ts";

type ContactSectionProps = {
  name: string;
  slogan: string | undefined;
  /** The vendedor of the dealership whose link was followed; null for the dealership itself. */
  seller: string | null;
  contact: ContactShown;
  /** The way to write without WhatsApp. */
  ask: ReactNode;
};

/**
 * The floating WhatsApp button lies over the page's lower right corner, unless the margin beside
 * the page is wide enough for it.
 */
const BESIDE_BUTTON = "@max-[85rem]:pr-16";

/**
 * The landing's footer: every way to reach the dealership that it shows, and where else to find it
 * (product section 2).
 */
export function ContactSection(props: ContactSectionProps) {
  const { name, slogan, seller, contact, ask } = props;
  const { call, email, place, whatsapp, social } = contact;
  const { platformUrl } = usePublicConfig();
  return (
    <footer id="contacto" className="@container bg-secondary text-secondary-foreground">
      <div className="mx-auto grid w-full max-w-7xl gap-10 px-4 pt-14 pb-8 @3xl:gap-14 @3xl:px-8 @3xl:pt-20">
        <div className="grid gap-10 @3xl:grid-cols-[1fr_1.2fr]">
          <div className="grid content-start justify-items-start gap-3">
            <h2 className="font-bold text-headline">Contacto</h2>
            <p className="break-words text-lg text-secondary-foreground/85">
              {seller ? `Te atiende ${seller}, de ${name}.` : (slogan ?? name)}
            </p>
            {ask && <div className="mt-3">{ask}</div>}
          </div>
          <ul className="grid content-start divide-y divide-white/12 border-white/12 border-y text-lg">
            {call && (
              <ContactLine icon={<Phone />} name="Teléfono" href={call.href}>
                {call.text}
              </ContactLine>
            )}
            {whatsapp && (
              <ContactLine icon={<WhatsappIcon />} name="Mensaje" href={whatsapp}>
                WhatsApp
              </ContactLine>
            )}
            {email && (
              <ContactLine icon={<Mail />} name="Correo" href={email.href}>
                {email.text}
              </ContactLine>
            )}
            {place && (
              <ContactLine icon={<MapPin />} name="Dirección" href={place.href}>
                {place.text}
              </ContactLine>
            )}
            {social.map(({ name: network, href }) => (
              <ContactLine key={network} icon={<ExternalLink />} name="Síguenos en" href={href}>
                {network}
              </ContactLine>
            ))}
          </ul>
        </div>
        <p
          className={`${whatsapp ? BESIDE_BUTTON : ""} flex flex-wrap justify-between gap-x-6 gap-y-2 border-white/12 border-t pt-6 text-secondary-foreground/75 text-sm`}
        >
          <span className="min-w-0 break-words">{name}</span>
          <a href={`${platformUrl}/`} className="touch-target rounded-sm hover:underline">
            Hecho con Vitrina
          </a>
        </p>
      </div>
    </footer>
  );
}

function ContactLine(props: { icon: ReactNode; name: string; href: string; children: ReactNode }) {
  const isWeb = props.href.startsWith("http");
  return (
    <li>
      <a
        href={props.href}
        {...(isWeb ? { target: "_blank", rel: "noopener noreferrer" } : {})}
        className="flex min-h-14 items-center gap-4 py-2 hover:underline"
      >
        <span aria-hidden="true" className="text-secondary-foreground/75 [&_svg]:size-5">
          {props.icon}
        </span>
        <span className="sr-only">{props.name}: </span>
        <span className="min-w-0 break-words">{props.children}</span>
      </a>
    </li>
  );
}
