import { Logger } from "graphile-worker";
import type { Logger as Log } from "pino";

/**
 * graphile-worker's log on ours; without one it says nothing. Its "info" is about single jobs,
 * hence debug here.
 */
export function queueLogger(log?: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
}
