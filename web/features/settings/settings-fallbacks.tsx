import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { z } from "zod";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { settingsMessages } from "./messages.ts";
import type { OwnProfile } from "./own-profile.ts";

const Features = z
  .object({ features: z.object({ canEditPublicPage: z.boolean() }).partial().optional() })
  .catch({});

/**
 * Whether the database lets this person change page_style, public_slug, custom_domain and the
 * page's pictures (private.has_feature: the account's and its dealership's switch must be on; an
 * administrator always may).
 */
export function mayEditPage(
  profile: Pick<OwnProfile, "config" | "dealership">,
  actor: { role: string },
): boolean {
  if (actor.role === "admin") return true;
  return [profile.config, profile.dealership?.config].every(
    (config) => Features.parse(config ?? {}).features?.canEditPublicPage !== false,
  );
}

/** Explains disabled fields: canEditPublicPage is off for the account or its dealership. */
export function PageForbidden(props: { children: string; className?: string }) {
  return (
    <Notice title={settingsMessages.pageForbidden} className={props.className}>
      {props.children} Un administrador de la plataforma puede darte este permiso.
    </Notice>
  );
}

/** Administrators have no public page. */
export function AdminWithoutPage() {
  return (
    <EmptyState
      title="Tu cuenta no tiene página pública"
      description="Las páginas públicas son de los concesionarios y de sus vendedores. Administra una de esas cuentas para editar la suya."
      action={
        <Button asChild variant="outline">
          <Link to="/admin/dashboard">Ir al panel de administración</Link>
        </Button>
      }
    />
  );
}

/** Error with a retry button if the profile could not be loaded. */
export function SettingsLoadFailed({ query }: { query: UseQueryResult }) {
  return (
    <LoadFailed
      title={settingsMessages.loadFailed}
      description={requestErrorMessage(query.error)}
      query={query}
    />
  );
}
