import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** What every page loads and what stays the same from one release to the next, in one file. */
const framework = {
  name: "framework",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
};

/** The pages that people open without an account, with all that they are made of. */
const publicPages = {
  name: "public",
  test: /\/web\/(root|routes\/(landing|not-found|public-vehicle|salesperson|share|storefront|storefront-inventory|unsubscribe|vcard))\.tsx/,
  // One file for each set of pages, but no file smaller than a request is worth.
  entriesAware: true,
  entriesAwareMergeThreshold: 1_000,
};

/** What many of the other pages share, in one file instead of one for each set of them. */
const member = { name: "member", minShareCount: 3 };

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server would load the whole of it for the icons that pages show.
  ssr: { noExternal: ["lucide-react"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Without the names of all pages that share a file, which each import would repeat.
            chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
            codeSplitting: { groups: [framework, publicPages, member] },
          },
        },
      },
    },
  },
});
