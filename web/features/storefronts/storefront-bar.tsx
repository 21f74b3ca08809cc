import { MapPin, Menu, Phone } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { StorefrontHeader } from "#web/ui/frame/storefront-header.tsx";
import type { StorefrontLayout } from "#web/ui/frame/storefront-hero.tsx";
import { useToggleClosedOnBack } from "#web/ui/overlays/close-on-back.tsx";
import type { VisibleContact } from "./profile-meta.ts";
import { landingSections } from "./storefront-links.ts";

type StorefrontBarProps = {
  name: string;
  logo: string;
  layout: StorefrontLayout;
  showName: boolean;
  hasOffers: boolean;
  contact: Pick<VisibleContact, "call" | "place">;
};

/**
 * Header of the landing: sections, 'Visítanos', 'Llama ya'; on phones a menu that works without
 * script (docs/product/storefront.md).
 */
export function StorefrontBar({ hasOffers, contact, ...look }: StorefrontBarProps) {
  const sections = landingSections(hasOffers);
  const links = sections.map(({ href, label }) => (
    <a
      key={href}
      href={href}
      onClick={openTarget}
      className={buttonStyles({ variant: "ghost", size: "sm" })}
    >
      {label}
    </a>
  ));
  return (
    <StorefrontHeader
      {...look}
      home="#inicio"
      nav={
        <nav aria-label="Secciones" className="flex items-center">
          {links}
        </nav>
      }
      actions={<ContactActions contact={contact} size="sm" />}
      menu={
        <>
          {contact.call && (
            <a
              href={contact.call.href}
              aria-label="Llama ya"
              className={buttonStyles({ variant: "ghost", size: "icon" })}
            >
              <Phone aria-hidden="true" />
            </a>
          )}
          <SectionMenu sections={sections} contact={contact} />
        </>
      }
    />
  );
}

/** Opens the disclosure around a link's target; older browsers do not. */
function openTarget({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  document.querySelector(currentTarget.hash)?.closest("details")?.setAttribute("open", "");
}

/** 'Visítanos' and 'Llama ya', if address and phone are set. */
function ContactActions(props: { contact: StorefrontBarProps["contact"]; size: "sm" | "lg" }) {
  const { contact, size } = props;
  return (
    <>
      {contact.place && (
        <a
          href={contact.place.href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyles({ variant: "outline", size })}
        >
          <MapPin aria-hidden="true" />
          Visítanos
        </a>
      )}
      {contact.call && (
        <a href={contact.call.href} className={buttonStyles({ size })}>
          <Phone aria-hidden="true" />
          Llama ya
        </a>
      )}
    </>
  );
}

/**
 * A native disclosure. While open, its summary covers the page so that a tap anywhere closes it;
 * hence no button style, because a pressed state would shift the page under the finger.
 */
function SectionMenu(props: {
  sections: { href: string; label: string }[];
  contact: StorefrontBarProps["contact"];
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    openTarget(event);
    close();
  };
  const dismiss = () => {
    close();
    menu.current?.querySelector("summary")?.focus();
  };
  const followToggle = useToggleClosedOnBack(menu, dismiss);
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && menu.current?.open) dismiss();
  };
  return (
    <details ref={menu} onToggle={followToggle} onKeyDown={closeByKey} className="group">
      <summary
        aria-label="Menú"
        className="grid size-11 list-none place-items-center rounded-lg hover:bg-muted group-open:before:fixed group-open:before:inset-x-0 group-open:before:top-16 group-open:before:h-dvh group-open:before:bg-black/40 [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="size-6" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b bg-background px-4 pt-2 pb-5 shadow-overlay">
        <nav aria-label="Menú" className="grid divide-y">
          {props.sections.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              onClick={follow}
              className="flex min-h-13 items-center font-semibold text-lg tracking-tight"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="mt-4 grid gap-2">
          <ContactActions contact={props.contact} size="lg" />
        </div>
      </div>
    </details>
  );
}
