import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** What every page loads and what stays the same from one release to the next, in one file. */
const framework = {
  name: "framework",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server would load the whole of it for the icons that pages show.
  ssr: { noExternal: ["lucide-react"] },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [framework] } } } },
    },
  },
});
