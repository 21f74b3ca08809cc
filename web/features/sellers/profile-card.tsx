import { Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { QrButton } from "#web/ui/controls/qr-button.tsx";
import { ContactList, SaveContactLink } from "./contact-list.tsx";
import type { SellerContact } from "./seller-contact.ts";
import { SellerPicture } from "./seller-picture.tsx";
import { SocialIcon, SocialLinks } from "./social-links.tsx";
import { WhatsappButton } from "./whatsapp-button.tsx";

type ProfileCardProps = {
  seller: SellerContact;
  /**
   * What can be done besides contacting: ask, refer, offers and the like. Two columns on a phone,
   * one row elsewhere.
   */
  actions: ReactNode;
};

/**
 * Who is behind an inventory: picture, name, every way to reach them, contact card and QR code
 * (product section 2).
 */
export function ProfileCard({ seller, actions }: ProfileCardProps) {
  const { name, subtitle, links, file, qrAddress, header } = seller;
  return (
    <section
      aria-labelledby="perfil"
      data-layout={header?.layout}
      data-name={header?.name}
      className="profile-card grid gap-5 rounded-2xl border bg-card p-5 shadow-raised sm:p-7"
    >
      <div className="profile-columns">
        <div className="grid gap-4">
          <div className="profile-head">
            <SellerPicture seller={seller} className="profile-picture rounded-2xl" />
            <div className="min-w-0">
              <h1 id="perfil" className="wrap-anywhere font-bold text-headline">
                {name}
              </h1>
              {subtitle && <p className="wrap-anywhere mt-1 text-muted-foreground">{subtitle}</p>}
            </div>
          </div>
          <ContactIcons links={links} />
          <ContactList links={links} className="max-sm:hidden sm:flex sm:flex-wrap sm:gap-x-7" />
          <SocialLinks social={links.social} className="-mt-4 max-sm:hidden" />
        </div>
        <div className="profile-ways">
          {links.whatsapp && (
            <WhatsappButton address={links.whatsapp} className="profile-whatsapp" />
          )}
          {file && <SaveContactLink file={file} className="gap-1.5! px-1!" />}
          <QrButton title={name} address={qrAddress} className="gap-1.5! px-1!" />
        </div>
      </div>
      <div className="profile-actions">{actions}</div>
    </section>
  );
}

/** On a phone: one row of what can be tapped, so that the vehicles are not far below. */
function ContactIcons({ links: { call, email, place, social } }: Pick<SellerContact, "links">) {
  const ways = [
    ...(call ? [{ name: "Llamar", href: call.href, icon: <Phone /> }] : []),
    ...(email ? [{ name: "Correo", href: email.href, icon: <Mail /> }] : []),
    ...(place ? [{ name: "Llegar", href: place.href, icon: <MapPin /> }] : []),
    ...social.map(({ name, href }) => ({ name, href, icon: <SocialIcon name={name} /> })),
  ];
  if (ways.length === 0) return null;
  return (
    <ul className="flex gap-1 max-[339px]:flex-wrap sm:hidden">
      {ways.map(({ name, href, icon }) => (
        <li key={name} className="min-w-0 max-w-20 flex-1 max-[339px]:basis-16">
          <a href={href} className="grid justify-items-center gap-1.5 rounded-xl py-1 text-xs">
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center rounded-full bg-muted text-primary-ink [&_svg]:size-5"
            >
              {icon}
            </span>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
