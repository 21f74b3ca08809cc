import { use } from "react";
import { redirect } from "react-router";
import { RequestAccessDialog } from "#web/features/access-requests/request-access-dialog.tsx";
import { LandingPage } from "#web/features/landing/landing-page.tsx";
import { NonceContext } from "#web/nonce.ts";
import { pageRequest } from "#web/request-context.ts";
import { hasStoredSession, skipLandingScript } from "#web/session/stored-session.ts";
import type { Route } from "./+types/landing.ts";

const title = "El inventario de tu concesionario, listo para compartir | Vitrina";
const description =
  "Escanea el VIN, completa la información y comparte cada vehículo por WhatsApp. Inventario, equipo y página pública para concesionarios y vendedores.";

/** The address for link previews, which must be absolute. */
export function loader({ context }: Route.LoaderArgs) {
  return { siteUrl: context.get(pageRequest).publicConfig.siteUrl };
}

/** Whoever is signed in goes on to the dashboard (spec section 2). */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (hasStoredSession(localStorage, window.location.origin)) throw redirect("/dashboard");
  return serverLoader();
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title },
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: `${loaderData?.siteUrl}/` },
  { property: "og:type", content: "website" },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: `${loaderData?.siteUrl}/` },
  { property: "og:image", content: `${loaderData?.siteUrl}/og-vitrina.jpg` },
  { property: "og:locale", content: "es" },
];

export default function Landing() {
  const nonce = use(NonceContext);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before the page is seen */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: skipLandingScript }} />
      <LandingPage renderDemo={(trigger) => <RequestAccessDialog trigger={trigger} />} />
    </>
  );
}
