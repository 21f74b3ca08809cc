import { Mail, MapPin, Phone, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import type { ContactLinks } from "./contact-links.ts";

/**
 * Phone, e-mail and address of the seller, as far as set and visible. `className` sets the layout.
 */
export function ContactList({
  links,
  className = "",
}: {
  links: ContactLinks;
  className?: string;
}) {
  const { call, email, place } = links;
  if (!call && !email && !place) return null;
  return (
    <ul className={`grid text-sm ${className}`}>
      {call && <ContactLine icon={<Phone />} name="Teléfono" link={call} />}
      {email && <ContactLine icon={<Mail />} name="Correo" link={email} />}
      {place && <ContactLine icon={<MapPin />} name="Dirección" link={place} />}
    </ul>
  );
}

type ContactLineProps = { icon: ReactNode; name: string; link: { text: string; href: string } };

function ContactLine({ icon, name, link }: ContactLineProps) {
  return (
    <li>
      <a
        href={link.href}
        className="inline-flex min-h-11 items-center gap-3 rounded-lg hover:underline print:min-h-7"
      >
        <span aria-hidden="true" className="text-muted-foreground [&_svg]:size-[1.125rem]">
          {icon}
        </span>
        <span className="sr-only">{`${name}: `}</span>
        <span className="wrap-anywhere min-w-0">{link.text}</span>
      </a>
    </li>
  );
}

/**
 * 'Guardar contacto': a plain link to the file, which works without script and in in-app browsers.
 */
export function SaveContactLink({ file, className = "" }: { file: string; className?: string }) {
  return (
    <a
      href={file}
      className={`${buttonStyles({ variant: "outline" })} noscript:col-span-full ${className}`}
    >
      <UserRoundPlus aria-hidden="true" />
      Guardar contacto
    </a>
  );
}
