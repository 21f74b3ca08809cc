import { PageStylePage } from "#web/features/settings/public-page/page-style-page.tsx";
import { renderPage } from "#web/pages/page-preview.tsx";
import { useActiveUser } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Personalizar Página | Vitrina" }];

export default function SettingsPublicPage() {
  const { id } = useActiveUser();
  return <PageStylePage key={id} userId={id} renderPage={renderPage} />;
}
