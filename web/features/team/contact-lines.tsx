import { Mail, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { mailAddress } from "#web/ui/mail-address.ts";
import { contactOf, type TeamMember } from "./team-member.ts";

/** How a salesperson is reached; what is missing is left out. */
export function ContactLines({ member }: { member: TeamMember }) {
  const { email, phone, whatsapp } = contactOf(member);
  if (!email && !phone && !whatsapp) {
    return <p className="text-muted-foreground text-sm">Sin datos de contacto.</p>;
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] justify-items-start text-sm">
      {email && (
        <ContactLine href={mailAddress(email)} label="Correo" icon={<Mail />}>
          {email}
        </ContactLine>
      )}
      {phone && (
        <ContactLine href={`tel:${dialled(phone)}`} label="Teléfono" icon={<Phone />}>
          {phone}
        </ContactLine>
      )}
      {whatsapp && (
        <ContactLine
          href={`https://wa.me/${whatsapp.replaceAll(/\D/g, "")}`}
          label="WhatsApp"
          icon={<MessageCircle />}
          newTab
        >
          {whatsapp}
        </ContactLine>
      )}
    </ul>
  );
}

function ContactLine(props: {
  href: string;
  label: string;
  icon: ReactNode;
  children: string;
  newTab?: boolean;
}) {
  const target = props.newTab ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <li className="max-w-full">
      <a
        href={props.href}
        {...target}
        className="numeric flex min-h-11 items-center gap-2.5 rounded-sm hover:underline"
      >
        <span aria-hidden="true" className="text-muted-foreground [&_svg]:size-4">
          {props.icon}
        </span>
        <span className="sr-only">{props.label}: </span>
        <span className="wrap-anywhere">{props.children}</span>
      </a>
    </li>
  );
}

/** A number without what is only there to be read. */
function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, "");
}
