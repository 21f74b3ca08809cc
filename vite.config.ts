import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";

/**
 * Code that every page loads and that rarely changes between releases. Public pages format amounts
 * too, and must not load all schemas for that.
 */
const framework = {
  name: "framework",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\/|\/contract\/(limits|text\/typed-amount)\.ts$/,
};

/**
 * Code shared by this many pages gets a file of its own. With a lower number, an icon of public
 * pages would end up in other pages' file.
 */
const many = 3;

/** Schemas for forms; a public page loads them when a form opens. */
const schemas = { name: "schemas", test: /\/node_modules\/zod\/|\/contract\// };

const icons = { name: "icons", test: /\/node_modules\/lucide-react\//, minShareCount: many };

/** The root, and pages that are open without an account. */
const publicPage = /\/web\/(?:routes\/public\/)?([\w-]+)\.tsx\?/;

/** Two pages with the same modules. */
const sameAs: Record<string, string> = { "storefront-inventory": "salesperson" };

/** Separates the modules of public pages from those that other pages share. */
const publicPages = {
  test: /\/web\//,
  name: (id: string, context: Rolldown.ChunkingContext) => {
    const entries = entriesAbove(id, context);
    const pages = entries.flatMap((entry) => publicPage.exec(entry)?.[1] ?? []);
    const [page = null, ...others] = new Set(pages.map((name) => sameAs[name] ?? name));
    if (others.length > 0 || page === "root") return "public";
    return entries.length >= many ? page : null;
  },
};

/** The entries and dynamic imports that include a module. */
function entriesAbove(id: string, context: Rolldown.ChunkingContext): string[] {
  const above = new Set([id]);
  for (const each of above) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) above.add(importer);
  }
  return [...above].filter((each) => {
    const module = context.getModuleInfo(each);
    return module?.isEntry || module?.dynamicImporters.length;
  });
}

/** Modules shared by many of the other pages. */
const member = { name: "member", minShareCount: many };

/**
 * Listed in docs/browsers.md; tests/support/newer-features.ts lists the features that they lack.
 */
const oldestBrowsers = ["ios16", "safari16", "chrome105", "edge105", "firefox115"];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The client build reuses the style sheets of the server build.
  build: { cssTarget: oldestBrowsers },
  // Otherwise the server would load all icons.
  ssr: { noExternal: ["lucide-react"] },
  environments: {
    client: {
      build: {
        target: oldestBrowsers,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [framework, schemas, icons, publicPages, member] },
          },
        },
      },
    },
  },
});
