import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // One manifest of all routes that browsers cache. Otherwise each page requests the routes of its
  // links, which costs the server ten times as much as serving a cached page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
