import { pageRequest } from "#web/request-context.ts";
import type { Route } from "./+types/robots.ts";

/**
 * Paths that search engines should not request: APIs, and pages that are empty without signing in.
 */
export const DISALLOWED_PATHS = [
  "/auth/",
  "/rest/",
  "/functions/",
  "/_mail",
  "/_domains/",
  "/metrics",
  "/login",
  "/create-admin",
  "/forgot-password",
  "/confirm",
  "/update-password",
  "/dashboard",
  "/vehicle/",
  "/add-vehicle",
  "/edit-vehicle/",
  "/leads",
  "/sales",
  "/inventory-health",
  "/inventory/transfer",
  "/team",
  "/settings",
  "/admin/",
];

/**
 * GET /robots.txt. Shared selections are not disallowed, because robots must read their noindex.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageRequest).publicConfig;
  const lines = [
    "User-agent: *",
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
