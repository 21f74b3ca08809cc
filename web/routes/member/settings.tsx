import { SettingsPage } from "#web/features/settings/settings-page.tsx";
import { renderPage } from "#web/pages/page-preview.tsx";
import { useActiveUser } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Configuración | Vitrina" }];

export default function Settings() {
  const { id } = useActiveUser();
  return <SettingsPage key={id} userId={id} renderPage={renderPage} />;
}
