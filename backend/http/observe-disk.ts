import { statfs } from "node:fs/promises";
import type { Metrics } from "./metrics.ts";

/**
 * Tells how much room is left where DATA_DIR lies, and whether writes are refused for want of it.
 */
export function observeDisk(
  dataDir: string,
  { hasRoom }: { hasRoom(): boolean },
  metrics: Metrics,
): void {
  metrics.observe({
    name: "disk_full",
    help: "1 while rows are only read, since the disk of DATA_DIR has no room.",
    labelNames: [],
    read: async () => [{ labels: {}, value: hasRoom() ? 0 : 1 }],
  });
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
