import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // All routes in one file that browsers keep. Else each page asks for those that its links lead to,
  // which costs the server ten times what a kept page does.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
