import { use } from "react";
import { redirect } from "react-router";
import { deviceStorage } from "#web/device-storage.ts";
import { RequestAccessDialog } from "#web/features/access-requests/request-access-dialog.tsx";
import { landingMeta } from "#web/features/landing/landing-meta.ts";
import { LandingPage } from "#web/features/landing/landing-page.tsx";
import { screenLinks } from "#web/features/landing/screens.ts";
import { NonceContext } from "#web/nonce.ts";
import { platformLinks } from "#web/pages/platform-links.ts";
import { pageRequest } from "#web/request-context.ts";
import { hasStoredSession, skipLandingScript } from "#web/session/device/stored-session.ts";
import type { Route } from "./+types/landing.ts";

/** The head needs absolute URLs; built in the loader to keep it out of the browser's bundle. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicConfig, cacheUntilChanged } = context.get(pageRequest);
  const { siteUrl, contactEmail } = publicConfig;
  cacheUntilChanged([]);
  return { head: landingMeta(siteUrl, contactEmail) };
}

/** A signed-in person is redirected to the dashboard (docs/product/public-pages.md). */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (hasStoredSession(deviceStorage, window.location.origin)) throw redirect("/dashboard");
  return serverLoader();
}
clientLoader.hydrate = true as const;

export const links = () => [...platformLinks, ...screenLinks];

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? [];

export default function Landing() {
  const nonce = use(NonceContext);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: ours, before the first paint */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: skipLandingScript }} />
      <LandingPage renderDemo={(trigger) => <RequestAccessDialog trigger={trigger} />} />
    </>
  );
}
