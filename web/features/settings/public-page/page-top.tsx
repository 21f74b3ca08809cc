import { Menu } from "lucide-react";
import type { CSSProperties } from "react";
import type { PageStyleSettings } from "#contract/settings.ts";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { StorefrontHeader } from "#web/ui/frame/storefront-header.tsx";
import { StorefrontHero } from "#web/ui/frame/storefront-hero.tsx";
import { accentVariables } from "#web/ui/theme/accent.tsx";
import { heroColours } from "#web/ui/theme/hero-colours.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";

/**
 * A dealership's header and hero as visitors see them, drawn by the public page's own components;
 * nothing in it leads anywhere.
 */
export function PageTop({ profile, style }: { profile: OwnProfile; style: PageStyleSettings }) {
  const shown = configOf(profile).profile;
  const name = shown.name || profile.full_name || "";
  return (
    <div style={scopedAccent(style.accent_color)}>
      <StorefrontHeader
        name={name}
        logo={shown.logo}
        layout={style.layout_style}
        showName={style.show_header_name}
        nav={<Links hasOffers={shown.offers !== ""} />}
        actions={<Actions profile={profile} />}
        menu={<Menu aria-hidden="true" className="m-2.5 size-6" />}
      />
      <StorefrontHero
        heading="p"
        title={`Bienvenido a ${name}`}
        tagline={shown.tagline || "Tu concesionario de confianza."}
        layout={style.layout_style}
        colours={heroColours(style.hero_background_color)}
        picture={
          style.use_hero_image && style.hero_image_url ? { src: style.hero_image_url } : null
        }
        action={<span className={buttonStyles({ size: "lg" })}>Ver Inventario</span>}
      />
    </div>
  );
}

function Links({ hasOffers }: { hasOffers: boolean }) {
  const names = ["Inicio", "Inventario", ...(hasOffers ? ["Ofertas"] : []), "Contacto"];
  return names.map((name) => (
    <span key={name} className="font-medium text-sm">
      {name}
    </span>
  ));
}

function Actions({ profile }: { profile: OwnProfile }) {
  const { location_url, phone, contact_links_visibility: visible } = configOf(profile).profile;
  return (
    <>
      {location_url && visible.location && (
        <span className={buttonStyles({ variant: "outline", size: "sm" })}>Visítanos</span>
      )}
      {phone && visible.phone && <span className={buttonStyles({ size: "sm" })}>Llama ya</span>}
    </>
  );
}

/** The accent for this part of the page alone. */
function scopedAccent(accent: string): CSSProperties {
  return { ...accentVariables(accent) };
}
