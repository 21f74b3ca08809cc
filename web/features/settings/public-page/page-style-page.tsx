import { useQuery } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { ownProfileQuery } from "../own-profile.ts";
import { AdminWithoutPage, mayEditPage, SettingsLoadFailed } from "../settings-fallbacks.tsx";
import { PageStyleForm } from "./page-style-form.tsx";
import type { RenderPage } from "./style-preview.tsx";

type PageStylePageProps = { userId: string; renderPage: RenderPage };

/** /settings/public-page of the active account. `renderPage` draws the preview. */
export function PageStylePage(props: PageStylePageProps) {
  return (
    <>
      <PageHeader
        title="Personalizar Página"
        description="Los cambios se ven aquí al momento y en tu página cuando los guardas."
        backTo="/settings?tab=pagina-publica"
      />
      <PageStyle {...props} />
    </>
  );
}

function PageStyle({ userId, renderPage }: PageStylePageProps) {
  const { supabase, user } = useAuth();
  const query = useQuery(ownProfileQuery(supabase, userId));
  const profile = query.data;
  if (profile?.role === "admin") return <AdminWithoutPage />;
  if (profile) {
    const allowed = mayEditPage(profile, { role: user?.role ?? "" });
    return <PageStyleForm profile={profile} mayEditPage={allowed} renderPage={renderPage} />;
  }
  if (query.isError) return <SettingsLoadFailed query={query} />;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:gap-8">
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <Skeleton className="h-48 rounded-xl lg:h-96" />
      <Skeleton className="h-[32rem] rounded-xl" />
    </div>
  );
}
