import latinFont from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";
import { type ComponentType, type ReactNode, use, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
} from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { addEntries } from "#web/ui/overlays/overlay-history.ts";
import { replaceBlockedTabStorage } from "./device-storage.ts";
import { NonceContext } from "./nonce.ts";
import { HYDRATED, PageScripts } from "./page-scripts.tsx";
import { pageRequest } from "./request-context.ts";
import { ErrorPage } from "./ui/states/error-page.tsx";
import { trackPresses } from "./ui/states/notice-edge.ts";
import { loadedToaster } from "./ui/states/toast.ts";
import { themeScript } from "./ui/theme/theme-script.ts";

export const links: Route.LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: latinFont, crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
];

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageRequest).publicConfig;
}

/** The configuration never changes while a page is open. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const early = {
    __html: import.meta.env.SSR ? `${themeScript};(${replaceBlockedTabStorage})()` : "",
  };
  return (
    <html lang="es" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        {/* Browsers use the first match, so a page's own comes before. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9fafb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1019" />
        <Links nonce={nonce} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: ours, before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={early} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED));
  }, []);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is one navigation
  useEffect(addEntries, [location]);
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <ErrorPage kind={missing ? "missing" : "broken"} />;
}

/** Renders notices; empty until the first one (see toast.ts). */
function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    loadedToaster.then((fetched) => setToaster(() => fetched));
    return trackPresses();
  }, []);
  return Toaster && <Toaster />;
}
