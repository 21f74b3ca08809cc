import { PageStylePage } from "#web/features/settings/public-page/page-style-page.tsx";
import { useActiveUser } from "#web/session/use-auth.ts";
import { LandingPreview } from "./landing-preview.tsx";
import { SalespersonPreview } from "./salesperson-preview.tsx";

export const meta = () => [{ title: "Personalizar Página | Vitrina" }];

export default function SettingsPublicPage() {
  const { id } = useActiveUser();
  return (
    <PageStylePage
      key={id}
      userId={id}
      renderPage={(row) =>
        row.role === "vendedor" ? <SalespersonPreview row={row} /> : <LandingPreview row={row} />
      }
    />
  );
}
