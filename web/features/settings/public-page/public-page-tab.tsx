import { Palette } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { PageForbidden } from "../page-forbidden.tsx";
import { AdminWithoutPage } from "./admin-without-page.tsx";
import { PageAddress, PageAddressActions } from "./page-address.tsx";
import { pageStyleValues } from "./page-style-values.ts";
import { contactSummary, styleSummary } from "./page-summary.ts";
import { PageTop } from "./page-top.tsx";
import { PreviewFrame } from "./preview-frame.tsx";

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
