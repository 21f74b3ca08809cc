import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, Palette, UserRound, Users } from "lucide-react";
import { Link } from "react-router";
import { displayName } from "#web/session/session-user.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#web/ui/controls/tabs.tsx";
import { useQueryParams } from "#web/ui/controls/use-query-params.ts";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { OwnCardNotice } from "./own-card-notice.tsx";
import { type OwnProfile, ownProfileQuery } from "./own-profile.ts";
import { ProfileForm } from "./profile/profile-form.tsx";
import { PublicPageSummary } from "./public-page/public-page-summary.tsx";
import type { RenderPage } from "./public-page/style-preview.tsx";
import { OpenSessions } from "./security/open-sessions.tsx";
import { PasswordForm } from "./security/password-form.tsx";
import { SecondFactorSection } from "./security/second-factor-section.tsx";
import { mayEditPage, SettingsLoadFailed } from "./settings-fallbacks.tsx";

/** Tabs of /settings by URL value (?tab=seguridad); the first is the default. */
const settingsTabs = ["perfil", "pagina-publica", "seguridad", "equipo"] as const;
type SettingsTab = (typeof settingsTabs)[number];

const PARAMETER = "tab";

/** The open tab, stored in the URL. An unavailable tab falls back to the first. */
function useSettingsTab(available: readonly SettingsTab[]): [SettingsTab, (tab: string) => void] {
  const [parameters, changeAddress] = useQueryParams();
  const named = parameters.get(PARAMETER);
  const open = available.find((tab) => tab === named) ?? "perfil";
  const change = (tab: string) =>
    changeAddress((current) => {
      if (tab === "perfil") current.delete(PARAMETER);
      else current.set(PARAMETER, tab);
      return current;
    });
  return [open, change];
}

const labels: Record<SettingsTab, { name: string; Icon: typeof Users }> = {
  perfil: { name: "Perfil y Contacto", Icon: UserRound },
  "pagina-publica": { name: "Página Pública", Icon: Palette },
  seguridad: { name: "Seguridad", Icon: LockKeyhole },
  equipo: { name: "Mi Equipo", Icon: Users },
};

type SettingsPageProps = { userId: string; renderPage: RenderPage };

/** /settings of the active account (docs/product/settings.md). */
export function SettingsPage({ userId, renderPage }: SettingsPageProps) {
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
                <span>{name}</span>
              </Tab>
            );
          })}
        </TabList>
        {profile.data ? (
          <LoadedPanels profile={profile.data} renderPage={renderPage} />
        ) : (
          <TabPanel value={open === "seguridad" || open === "equipo" ? "perfil" : open}>
            {profile.isError ? <SettingsLoadFailed query={profile} /> : <SettingsSkeleton />}
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

/** The profile form stays mounted under other tabs, so that typed values survive. */
function LoadedPanels(props: { profile: OwnProfile; renderPage: RenderPage }) {
  const { profile, renderPage } = props;
  const { user } = useAuth();
  const allowed = mayEditPage(profile, { role: user?.role ?? "" });
  return (
    <>
      <TabPanel value="perfil" forceMount tabIndex={-1}>
        <OwnCardNotice person={profile} />
        <ProfileForm profile={profile} mayEditPage={allowed} />
      </TabPanel>
      <TabPanel value="pagina-publica">
        <PublicPageSummary profile={profile} mayEditPage={allowed} renderPage={renderPage} />
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

/** Seguridad: always about the signed-in person, never about an impersonated account. */
function SecurityTab() {
  const { impersonatedUser } = useAuth();
  if (impersonatedUser) {
    return (
      <Notice title={`Estás administrando como: ${displayName(impersonatedUser)}`}>
        La contraseña de esta cuenta se cambia en Gestionar Cuentas. Para cambiar la tuya, vuelve
        antes a tu cuenta.
      </Notice>
    );
  }
  return (
    <div className="grid gap-8 lg:gap-6">
      <PasswordForm />
      <SecondFactorSection />
      <OpenSessions />
    </div>
  );
}

/** Mi Equipo: links to the team page. */
function TeamTab() {
  return (
    <Card className="max-w-2xl">
      <CardContent className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="font-semibold text-base tracking-tight">Tus vendedores</h2>
          <p className="text-muted-foreground text-sm leading-relaxed">
            Agrega vendedores, actívalos o desactívalos y cambia sus datos. Cada uno tiene su propia
            tarjeta digital y trabaja con tu inventario.
          </p>
        </div>
        <Button asChild className="w-full sm:w-fit">
          <Link to="/team">
            <Users aria-hidden="true" />
            Gestionar Vendedores
          </Link>
        </Button>
      </CardContent>
    </Card>
  );
}
