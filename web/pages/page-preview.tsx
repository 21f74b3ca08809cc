import { lazy, Suspense } from "react";
import type { RenderPage } from "#web/features/settings/public-page/style-preview.tsx";

// The public pages are large, so settings load them later.
const Landing = lazy(async () => ({
  default: (await import("./landing-preview.tsx")).LandingPreview,
}));
const Salesperson = lazy(async () => ({
  default: (await import("./salesperson-preview.tsx")).SalespersonPreview,
}));

/** The public page of a dealership or a salesperson, as a preview in settings. */
export const renderPage: RenderPage = (row) => (
  <Suspense fallback={null}>
    {row.role === "vendedor" ? <Salesperson row={row} /> : <Landing row={row} />}
  </Suspense>
);
