import { lazy, Suspense } from "react";
import type { RenderPage } from "#web/features/settings/public-page/style-preview.tsx";

// The public pages are large; settings open without them.
const Landing = lazy(async () => ({
  default: (await import("./landing-preview.tsx")).LandingPreview,
}));
const Salesperson = lazy(async () => ({
  default: (await import("./salesperson-preview.tsx")).SalespersonPreview,
}));

/** Draws the public page of a dealership or a salesperson for the previews in settings. */
export const renderPage: RenderPage = (row) => (
  <Suspense fallback={null}>
    {row.role === "vendedor" ? <Salesperson row={row} /> : <Landing row={row} />}
  </Suspense>
);
