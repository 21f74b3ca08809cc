import { Copy, ExternalLink, Menu, Palette } from "lucide-react";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { ProfileConfig } from "#contract/profile-config.ts";
import type { PageStyleSettings } from "#contract/settings.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { QrButton } from "#web/ui/controls/qr-button.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { StorefrontHeader } from "#web/ui/frame/storefront-header.tsx";
import { StorefrontHero } from "#web/ui/frame/storefront-hero.tsx";
import { accentVariables } from "#web/ui/theme/accent.tsx";
import { heroColours } from "#web/ui/theme/hero-colours.ts";
import { heroPattern } from "#web/ui/theme/hero-pattern.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { AdminWithoutPage, PageForbidden } from "../settings-dead-ends.tsx";
import { publicPath } from "../slug.ts";
import { pageStyleValues, showsDealershipImage } from "./page-style-values.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const names = {
  phone: "teléfono",
  whatsapp: "WhatsApp",
  email: "correo",
  location: "dirección",
  instagram: "Instagram",
  facebook: "Facebook",
} as const;
const links = ["phone", "whatsapp", "email", "location", "instagram", "facebook"] as const;

/** The contact links that visitors see: filled in and not hidden. */
export function contactSummary(profile: ProfileConfig["profile"]): string {
  const shown = links.filter((link) => profile[link] && profile.contact_links_visibility[link]);
  if (shown.length === 0) return "Ningún dato de contacto";
  const list = shown.map((link) => names[link]);
  return new Intl.ListFormat("es", { type: "conjunction" })
    .format(list)
    .replace(/^./, (letter) => letter.toLocaleUpperCase("es"));
}

/** The looks of the page in one sentence. */
export function styleSummary(profile: OwnProfile): string {
  const style = pageStyleValues(profile);
  const hasImage = style.hero_image_url !== "" || showsDealershipImage(profile, style);
  const hero = style.use_hero_image && hasImage ? "con imagen" : "con color de fondo";
  const layout = style.layout_style === "centered" ? "Encabezado centrado" : "Encabezado clásico";
  return `${layout}, portada ${hero}`;
}

/** Página Pública in short: its address, what it shows, and the way to its looks. */
export function PublicPageTab(props: { profile: OwnProfile; mayEditPage: boolean }) {
  const { profile, mayEditPage } = props;
  if (profile.role === "admin") return <AdminWithoutPage />;
  const { profile: shown } = configOf(profile);
  const facts = [
    ["Enlace", <PageAddress key="address" profile={profile} />],
    ["Nombre", shown.name || profile.full_name || "Sin nombre"],
    ["Contacto visible", contactSummary(shown)],
    ["Ofertas", shown.offers ? "Publicadas" : "Sin ofertas"],
    ["Aspecto", styleSummary(profile)],
  ] as const;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {!mayEditPage && (
        <PageForbidden className="lg:col-span-2">
          Por eso no puedes personalizar su aspecto ni su enlace.
        </PageForbidden>
      )}
      <Card>
        <CardContent className="grid gap-5">
          <h2 className="font-semibold text-base tracking-tight">
            {profile.role === "vendedor" ? "Tu tarjeta digital" : "Tu página pública"}
          </h2>
          <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
            {facts.map(([name, value]) => (
              <div key={name} className="grid gap-0.5 sm:contents">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="min-w-0 break-words font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          <PageAddressActions profile={profile} />
          <Button asChild className="w-full sm:w-fit">
            <Link to="/settings/public-page">
              <Palette aria-hidden="true" />
              Personalizar Página
            </Link>
          </Button>
        </CardContent>
      </Card>
      {profile.role === "concesionario" && (
        <PreviewFrame width={1280} label="La parte de arriba de tu página">
          <PageTop profile={profile} style={pageStyleValues(profile)} />
        </PreviewFrame>
      )}
    </div>
  );
}

/** The address of one's public page, in words. */
function PageAddress({ profile: { public_slug, role } }: { profile: OwnProfile }) {
  const { siteUrl } = usePublicConfig();
  if (!public_slug) return "Todavía no tiene enlace. Elígelo en Perfil y Contacto.";
  return <span className="break-all">{`${siteUrl}${publicPath(role, public_slug)}`}</span>;
}

/**
 * Open, copy, or show as a QR code the address of one's public page; nothing while there is none.
 */
function PageAddressActions({ profile }: { profile: OwnProfile }) {
  const { siteUrl } = usePublicConfig();
  const { public_slug, role, full_name } = profile;
  if (!public_slug) return null;
  const path = publicPath(role, public_slug);
  const address = `${siteUrl}${path}`;
  return (
    <div className="grid gap-2 sm:flex sm:flex-wrap">
      <Button asChild variant="outline">
        <a href={path} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" />
          Ver página
        </a>
      </Button>
      <Button variant="outline" onClick={() => copyLink(address)}>
        <Copy aria-hidden="true" />
        Copiar enlace
      </Button>
      <QrButton
        title={configOf(profile).profile.name || full_name || public_slug}
        address={address}
      />
    </div>
  );
}

/**
 * A dealership's header and hero as visitors see them, drawn by the public page's own components;
 * nothing in it leads anywhere.
 */
function PageTop({ profile, style }: { profile: OwnProfile; style: PageStyleSettings }) {
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
        place={shown.contact_links_visibility.location ? shown.location : null}
        colours={heroColours(style.hero_background_color)}
        pattern={heroPattern(profile.public_slug ?? "")}
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
  const {
    location,
    location_url,
    phone,
    contact_links_visibility: visible,
  } = configOf(profile).profile;
  return (
    <>
      {(location || location_url) && visible.location && (
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
