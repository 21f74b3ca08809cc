import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, Palette, UserRound, Users } from "lucide-react";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Tab, TabList, TabPanel, Tabs } from "#web/ui/controls/tabs.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { ownProfileQuery } from "./own-profile.ts";
import { mayEditPage } from "./page-permission.ts";
import { ProfileForm } from "./profile/profile-form.tsx";
import { PublicPageTab } from "./public-page/public-page-tab.tsx";
import { SecurityTab } from "./security/security-tab.tsx";
import { SettingsUnavailable } from "./settings-unavailable.tsx";
import { TeamTab } from "./team-tab.tsx";
import { type SettingsTab, settingsTabs, useSettingsTab } from "./use-settings-tab.ts";

const labels: Record<SettingsTab, { name: string; Icon: typeof Users }> = {
  perfil: { name: "Perfil y Contacto", Icon: UserRound },
  "pagina-publica": { name: "Página Pública", Icon: Palette },
  seguridad: { name: "Seguridad", Icon: LockKeyhole },
  equipo: { name: "Mi Equipo", Icon: Users },
};

/** /settings of the person, or of the account that an admin acts for (product section 2). */
export function SettingsPage({ userId }: { userId: string }) {
  const { supabase } = useAuth();
  const { role } = useActiveUser();
  const profile = useQuery(ownProfileQuery(supabase, userId));
  const tabs = settingsTabs.filter((tab) => tab !== "equipo" || role === "concesionario");
  const [open, change] = useSettingsTab(tabs);
  return (
    <>
      <PageHeader
        title="Configuración"
        description="Tu perfil, tu página pública y la seguridad de tu cuenta."
        backTo="/dashboard"
      />
      <Tabs value={open} onValueChange={change}>
        <TabList aria-label="Configuración">
          {tabs.map((tab) => {
            const { name, Icon } = labels[tab];
            return (
              <Tab key={tab} value={tab}>
                <Icon aria-hidden="true" />
                {name}
              </Tab>
            );
          })}
        </TabList>
        {profile.data ? (
          <LoadedPanels profile={profile.data} />
        ) : (
          <TabPanel value={open === "seguridad" || open === "equipo" ? "perfil" : open}>
            {profile.isError ? (
              <SettingsUnavailable
                retrying={profile.isFetching}
                onRetry={() => void profile.refetch()}
              />
            ) : (
              <SettingsSkeleton />
            )}
          </TabPanel>
        )}
        <TabPanel value="seguridad">
          <SecurityTab />
        </TabPanel>
        {role === "concesionario" && (
          <TabPanel value="equipo">
            <TeamTab />
          </TabPanel>
        )}
      </Tabs>
    </>
  );
}

/** The profile's form stays in the page under another tab, so that nothing typed is lost. */
function LoadedPanels({ profile }: { profile: Parameters<typeof ProfileForm>[0]["profile"] }) {
  const { user } = useAuth();
  const allowed = mayEditPage(profile, { role: user?.role ?? "" });
  return (
    <>
      <TabPanel value="perfil" forceMount tabIndex={-1}>
        <ProfileForm profile={profile} mayEditPage={allowed} />
      </TabPanel>
      <TabPanel value="pagina-publica">
        <PublicPageTab profile={profile} mayEditPage={allowed} />
      </TabPanel>
    </>
  );
}

function SettingsSkeleton() {
  return (
    <div className="grid gap-6 lg:pl-[17rem]">
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <Skeleton className="h-96 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  );
}
