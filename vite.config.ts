import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Script that every page loads, in two files: many small ones compress worse and cost a request each. The framework stays
 * the same from one release to the next; the base is what the root draws with.
 */
const framework = {
  name: "framework",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
};
const base = chunk("base", [
  "/web/(root|nonce|listening)\\.",
  "/web/features/vehicles/(fallback-image|vehicle-photo)\\.",
  "/web/ui/(button-styles|create-icon|drawings|error-page|logo|theme-script|toast|toast-host|use-on-demand)\\.",
  "/lucide-react/dist/esm/icons/(arrow-right|check|images|mail)\\.",
  "vite/preload-helper",
  "rolldown/runtime",
]);

/** What public pages have in common with each other and with private ones: ways to reach a seller, who that is, a vehicle in short, what the first page needs. */
const front = chunk("front", [
  "/web/features/access-requests/request-access-dialog\\.",
  "/web/session/(public-config|stored-session)\\.",
  "/web/ui/(button|car-drawing|preview-meta|slot|spinner|theme)\\.",
  "/lucide-react/dist/esm/icons/(loader-circle|moon|plus|scan-line|share-2|sun)\\.",
]);
const contact = chunk("contact", [
  "/web/features/leads/(inquiry-button|use-lead-dialog)\\.",
  "/web/features/storefronts/(profile-meta|profile-missing|storefront-dead-ends|storefront-links|storefront-messages)\\.",
  "/web/session/attributed-link\\.",
  "/web/routes/is-missing\\.",
  "/web/ui/(dead-end|group-digits|public-footer|whatsapp-icon)\\.",
  "/lucide-react/dist/esm/icons/(chevron-down|map-pin|message-square-text|phone|tag)\\.",
]);
const seller = chunk("seller", [
  "/web/features/sellers/(contact-list|save-contact-link|seller-card|seller-picture|social-icon|social-links|whatsapp-button)\\.",
  "/web/ui/qr-button\\.",
  "/lucide-react/dist/esm/icons/(qr-code|triangle-exclamation-point|user-round-plus)\\.",
]);
const vehicle = chunk("vehicle", [
  "/web/features/vehicles/(format-mileage|format-price|image-rendition|status-badge|vehicle-links|vehicle-title)\\.",
  "/web/ui/badge\\.",
  "/lucide-react/dist/esm/icons/(chevron-left|chevron-right)\\.",
]);
const cards = chunk("cards", [
  "/web/features/vehicles/(shared-vehicle-card|vehicle-thumbnail)\\.",
  "/web/ui/(empty-drawings|empty-state)\\.",
]);
const listing = chunk("listing", [
  "/web/features/leads/referral-button\\.",
  "/web/features/sellers/profile-card\\.",
  "/web/features/storefronts/(offers-popover|profile-frame)\\.",
  "/web/features/vehicles/listing/(listing-form|listing-view|use-listing-form)\\.",
  "/web/routes/seller-page\\.",
  "/web/ui/control-styles\\.",
  "/lucide-react/dist/esm/icons/(arrow-left|search|x)\\.",
]);
const landing = chunk("storefront", [
  "/web/features/storefronts/(calculator-field|contact-section|featured-section|offers-section|payment-calculator|payment-plan|plan-parameters|storefront-bar|storefront-page)\\.",
  "/web/features/vehicles/featured-card\\.",
  "/web/ui/storefront-(header|hero)\\.",
  "/lucide-react/dist/esm/icons/(external-link|menu)\\.",
]);

/** Importing a part of the design system does nothing by itself, so what is not used of it need not be loaded. */
const treeshake = {
  moduleSideEffects: (id: string) => !/\/web\/ui\/[\w-]+\.tsx?$/.test(id),
};

function chunk(name: string, patterns: string[]) {
  return { name, test: new RegExp(patterns.join("|")) };
}

/**
 * Vite's preloader of what is fetched on first use weighs more than it wins: those parts are small, are fetched when a
 * pointer comes near, and bring no style sheet of their own.
 */
const plainDynamicImport: Plugin = {
  name: "plain-dynamic-import",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
};

/** The lists of files that Vite's preloader would have fetched. */
const noPreloadLists: Plugin = {
  name: "no-preload-lists",
  generateBundle: {
    order: "post",
    handler(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk") continue;
        file.code = file.code
          .replace(/^const __vite__mapDeps=.*;\n/, "")
          .replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, "");
      }
    },
  },
};

/** Icons are drawn by a smaller function than lucide's own, in the browser and on the server alike. */
const icons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL("./web/ui/create-icon.tsx", import.meta.url)),
};

/** Icons' data without what that function does not read. */
const plainIcons: Plugin = {
  name: "plain-icons",
  enforce: "pre",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) =>
      code.replaceAll(/,\s+key: "\w+"/g, "").replace(/\bsize: 24,\s+|^__iconData\.node;$/gm, ""),
  },
};

export default defineConfig({
  plugins: [plainDynamicImport, noPreloadLists, plainIcons, tailwindcss(), reactRouter()],
  resolve: { alias: [icons] },
  ssr: { noExternal: ["lucide-react"] },
  build: { modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake,
          output: {
            codeSplitting: {
              groups: [framework, base, front, contact, seller, vehicle, cards, listing, landing],
            },
          },
        },
      },
    },
  },
});
