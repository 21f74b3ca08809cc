import { Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { QrButton } from "#web/ui/overlays/qr-button.tsx";
import { SaveContactLink } from "./contact-list.tsx";
import type { SellerContact } from "./seller-contact.ts";
import { SellerPicture } from "./seller-picture.tsx";
import { SocialIcon } from "./social-links.tsx";
import { WhatsappButton } from "./whatsapp-button.tsx";

type ProfileCardProps = {
  seller: SellerContact;
  /** Other actions: inquiry, referral, offers. */
  actions: ReactNode;
};

/**
 * The seller of an inventory: picture, name, contact channels, contact card and QR code
 * (docs/product/digital-card.md). On phones two rows, the second one scrollable, so that the
 * vehicles stay close to the top.
 */
export function ProfileCard({ seller, actions }: ProfileCardProps) {
  const { name, subtitle, links, file, qrAddress, header } = seller;
  const { call, whatsapp } = links;
  return (
    <section aria-labelledby="perfil" className="@container">
      <div data-layout={header?.layout} data-name={header?.name} className="profile-card">
        <div className="profile-head">
          <SellerPicture seller={seller} className="profile-picture" />
          <div className="profile-names">
            <h1 id="perfil" className="wrap-anywhere font-bold @min-[38rem]:text-headline">
              {name}
            </h1>
            {subtitle && <p className="wrap-anywhere text-muted-foreground">{subtitle}</p>}
          </div>
        </div>
        {(call || whatsapp) && (
          <div className="profile-first">
            {call && (
              <a
                href={call.href}
                aria-label="Llamar"
                className={`${buttonStyles({ variant: "outline", size: "icon" })} @min-[38rem]:hidden`}
              >
                <Phone aria-hidden="true" />
              </a>
            )}
            {whatsapp && <WhatsappButton address={whatsapp} className="profile-whatsapp" />}
          </div>
        )}
        <div className="profile-strip">
          <div className="profile-actions">{actions}</div>
          <div className="profile-channels">
            {file && <SaveContactLink file={file} className="gap-1.5!" />}
            <QrButton title={name} address={qrAddress} className="gap-1.5!" />
          </div>
          <ContactChannels links={links} />
        </div>
      </div>
    </section>
  );
}

/** The other contact channels: labels on phones, full values elsewhere. */
function ContactChannels({ links: { call, email, place, social } }: Pick<SellerContact, "links">) {
  const channels = [
    ...(call
      ? [{ name: "Llamar", ...call, icon: <Phone />, className: "@max-[38rem]:hidden" }]
      : []),
    ...(email ? [{ name: "Correo", ...email, icon: <Mail /> }] : []),
    ...(place ? [{ name: "Llegar", ...place, icon: <MapPin /> }] : []),
    ...social.map(({ name, href }) => ({
      name,
      href,
      text: null,
      icon: <SocialIcon name={name} />,
      target: "_blank",
      rel: "noopener noreferrer",
    })),
  ];
  if (channels.length === 0) return null;
  return (
    <ul className="profile-links">
      {channels.map(({ name, text, icon, ...link }) => (
        <li key={name}>
          <a {...link}>
            <span aria-hidden="true" className="[&_svg]:size-[1.125rem]">
              {icon}
            </span>
            <span className={text ? "@min-[38rem]:sr-only" : ""}>{name}</span>
            {text && <span className="wrap-anywhere @max-[38rem]:hidden">{text}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
