import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/landing.tsx"),
  route("robots.txt", "routes/robots.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("sitemap/:part.xml", "routes/sitemap-part.ts"),
  route("public/vehicle/:id", "routes/public-vehicle.tsx"),
  route("share", "routes/share.tsx"),
  route("i/:publicSlug", "routes/storefront.tsx"),
  route("i/:publicSlug/inventory", "routes/storefront-inventory.tsx"),
  route("s/:publicSlug", "routes/salesperson.tsx"),
  route("manifest/:publicSlug.webmanifest", "routes/web-manifest.ts"),
  route("vcard/:publicSlug", "routes/vcard.tsx"),
  route("vcard/:publicSlug.vcf", "routes/contact-file.tsx"),
  layout("routes/session-layout.tsx", [
    layout("routes/guest-layout.tsx", [
      route("login", "routes/login.tsx"),
      route("create-admin", "routes/create-admin.tsx"),
      route("forgot-password", "routes/forgot-password.tsx"),
    ]),
    route("update-password", "routes/update-password.tsx"),
    layout("routes/member-layout.tsx", [
      route("dashboard", "routes/dashboard.tsx"),
      route("vehicle/:id", "routes/vehicle.tsx"),
      route("add-vehicle", "routes/add-vehicle.tsx"),
      route("edit-vehicle/:id", "routes/edit-vehicle.tsx"),
      route("inventory/transfer", "routes/transfer.tsx"),
      route("leads", "routes/leads.tsx"),
      route("leads/taps", "routes/taps.tsx"),
      layout("routes/team-layout.tsx", [
        route("team", "routes/team.tsx"),
        route("team/edit/:salespersonId", "routes/team-edit.tsx"),
      ]),
      route("settings", "routes/settings.tsx"),
      route("settings/public-page", "routes/settings-public-page.tsx"),
      layout("routes/admin-layout.tsx", [
        route("admin/dashboard", "routes/admin-dashboard.tsx"),
        route("admin/users", "routes/admin-users.tsx"),
        route("admin/user/edit/:userId", "routes/admin-user-edit.tsx"),
        route("admin/platform-inventory", "routes/admin-platform-inventory.tsx"),
        route("admin/access-requests", "routes/admin-access-requests.tsx"),
        route("admin/audit-log", "routes/admin-audit-log.tsx"),
        route("admin/mail", "routes/admin-mail.tsx"),
      ]),
    ]),
  ]),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
