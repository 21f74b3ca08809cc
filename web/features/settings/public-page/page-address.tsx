import { Copy, ExternalLink } from "lucide-react";
import { usePublicConfig } from "#web/session/public-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { QrButton } from "#web/ui/controls/qr-button.tsx";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { publicPath } from "../public-path.ts";

/** The address of one's public page, in words. */
export function PageAddress({ profile: { public_slug, role } }: { profile: OwnProfile }) {
  const { siteUrl } = usePublicConfig();
  if (!public_slug) return "Todavía no tiene enlace. Elígelo en Perfil y Contacto.";
  return <span className="break-all">{`${siteUrl}${publicPath(role, public_slug)}`}</span>;
}

/**
 * Open, copy, or show as a QR code the address of one's public page; nothing while there is none.
 */
export function PageAddressActions({ profile }: { profile: OwnProfile }) {
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
