/**
 * The HTTP status of an SQLSTATE (PostgREST, mapSQLtoHTTP). A `PTnnn` raised in SQL is the status
 * nnn.
 */
export function statusOfState(
  state: string,
  { message, isAnonymous }: { message: string; isAnonymous: boolean },
): number {
  const custom = /^PT([45]\d\d)$/.exec(state)?.[1];
  if (custom) return Number(custom);
  switch (state) {
    case "23503":
    case "23505":
      return 409;
    case "25006":
      return 405;
    case "21000":
      return message.endsWith("requires a WHERE clause") ? 400 : 500;
    case "42883":
    case "42P01":
      return 404;
    case "42P17":
      return 500;
    case "42501":
      return isAnonymous ? 401 : 403;
    case "P0001":
      return 400;
  }
  return statusOfClass.get(state.slice(0, 2)) ?? 400;
}

const statusOfClass: ReadonlyMap<string, number> = new Map([
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53", 503],
  ["54", 400],
  ["55", 500],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0", 500],
  ["XX", 500],
]);
