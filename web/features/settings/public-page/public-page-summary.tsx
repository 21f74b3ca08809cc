import { Copy, ExternalLink, Palette } from "lucide-react";
import { Link } from "react-router";
import type { ProfileConfig } from "#contract/accounts/profile-config.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { QrButton } from "#web/ui/overlays/qr-button.tsx";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { AdminWithoutPage, PageForbidden } from "../settings-fallbacks.tsx";
import { publicPath } from "../slug.ts";
import { pageStyleValues, showsDealershipImage } from "./page-style-values.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import type { RenderPage } from "./style-preview.tsx";
import { visitorRow } from "./visitor-row.ts";

const names = {
  phone: "teléfono",
  whatsapp: "WhatsApp",
  email: "correo",
  location: "dirección",
  instagram: "Instagram",
  facebook: "Facebook",
} as const;
const links = ["phone", "whatsapp", "email", "location", "instagram", "facebook"] as const;

/** The contact links that visitors see: set and not hidden. */
export function contactSummary(profile: ProfileConfig["profile"]): string {
  const shown = links.filter((link) => profile[link] && profile.contact_links_visibility[link]);
  if (shown.length === 0) return "Ningún dato de contacto";
  const list = shown.map((link) => names[link]);
  return new Intl.ListFormat("es", { type: "conjunction" })
    .format(list)
    .replace(/^./, (letter) => letter.toLocaleUpperCase("es"));
}

/** The page style in one sentence. */
export function styleSummary(profile: OwnProfile): string {
  const style = pageStyleValues(profile);
  const hasImage = style.hero_image_url !== "" || showsDealershipImage(profile, style);
  const hero = style.use_hero_image && hasImage ? "con imagen" : "con color de fondo";
  const layout = style.layout_style === "centered" ? "Encabezado centrado" : "Encabezado clásico";
  return `${layout}, portada ${hero}`;
}

type PublicPageSummaryProps = {
  profile: OwnProfile;
  mayEditPage: boolean;
  renderPage: RenderPage;
};

/** Summary of Página Pública: its URL, its content, and a link to the style editor. */
export function PublicPageSummary(props: PublicPageSummaryProps) {
  const { profile, mayEditPage, renderPage } = props;
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
        <PreviewFrame width={1280} height={720} label="Así se ve tu página">
          {renderPage(visitorRow(profile, pageStyleValues(profile)))}
        </PreviewFrame>
      )}
    </div>
  );
}

/** The URL of the public page as text. */
function PageAddress({ profile: { public_slug, role } }: { profile: OwnProfile }) {
  const { siteUrl } = usePublicConfig();
  if (!public_slug) return "Todavía no tiene enlace. Elígelo en Perfil y Contacto.";
  return <span className="break-all">{`${siteUrl}${publicPath(role, public_slug)}`}</span>;
}

/** Opens, copies or shows the page's URL as a QR code; hidden without a URL. */
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
