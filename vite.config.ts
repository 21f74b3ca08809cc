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
const base = {
  name: "base",
  test: new RegExp(
    [
      "/web/(root|nonce)\\.",
      "/web/ui/(button|create-icon|drawings|error-page|logo|slot|spinner|theme-script|toast|toast-host|use-on-demand)\\.",
      "vite/preload-helper",
      "rolldown/runtime",
    ].join("|"),
  ),
};

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

/** Icons are drawn by a smaller function than lucide's own, in the browser and on the server alike. */
const icons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL("./web/ui/create-icon.tsx", import.meta.url)),
};

export default defineConfig({
  plugins: [plainDynamicImport, tailwindcss(), reactRouter()],
  resolve: { alias: [icons] },
  ssr: { noExternal: ["lucide-react"] },
  build: { modulePreload: false },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, base] } } } },
    },
  },
});
