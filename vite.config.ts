import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";

/**
 * What every page loads and what stays the same from one release to the next. Public pages read
 * amounts, too, and must not load all schemas for that.
 */
const framework = {
  name: "framework",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\/|\/contract\/(limits|text\/typed-amount)\.ts$/,
};

/**
 * What so many pages share is worth a file for all of them. One number, or an icon of public pages
 * would lie in the file of the others, which they would then load.
 */
const many = 3;

/** What forms check with: a public page loads it once somebody opens one. */
const schemas = { name: "schemas", test: /\/node_modules\/zod\/|\/contract\// };

const icons = { name: "icons", test: /\/node_modules\/lucide-react\//, minShareCount: many };

/** The root, and the pages that people open without an account. */
const publicPage = /\/web\/(?:routes\/public\/)?([\w-]+)\.tsx\?/;

/** Two pages that are made of the same. */
const sameAs: Record<string, string> = { "storefront-inventory": "salesperson" };

/** Keeps what public pages are made of apart from what other pages share. */
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

/** The pages, and what is loaded later, that a module is part of. */
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

/** What many of the other pages share. */
const member = { name: "member", minShareCount: many };

/** docs/browsers.md names them, tests/support/newer-features.ts lists what they lack. */
const oldestBrowsers = ["ios16", "safari16", "chrome105", "edge105", "firefox115"];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The client gets the style sheets of the server's build.
  build: { cssTarget: oldestBrowsers },
  // The server would load the whole of it for the icons that pages show.
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
