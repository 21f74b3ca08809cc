import { statfs } from "node:fs/promises";
import type { Metrics } from "./metrics.ts";

/** Tells how much room is left where DATA_DIR lies. */
export function observeDisk(dataDir: string, metrics: Metrics): void {
  metrics.observe({
    name: "disk_free_bytes",
    help: "Room that is left on the disk of DATA_DIR.",
    labelNames: [],
    read: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return [{ labels: {}, value: bavail * bsize }];
    },
  });
}
