import type { IncomingMessage } from "node:http";

/** How many pieces a body may come in however small they are, and how many bytes they must have on average beyond that. */
const anySize = 500;
const smallestAverage = 256;

/**
 * Watches the pieces of a request's body, be they chunks or packets: whatever reads the body keeps an object of some hundred bytes for each, so that 60,000 of one
 * byte would take fifty times their size and the time of everybody. Calls `refuse` at the piece that is one too many; that and what follows is dropped.
 */
export function limitPieces(request: IncomingMessage, refuse: () => void): void {
  if (!hasBody(request)) return;
  const take = request.push.bind(request);
  let pieces = 0;
  let bytes = 0;
  let isRefused = false;
  request.push = (piece: Buffer | null) => {
    if (isRefused) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (piece === null || pieces <= anySize || bytes >= pieces * smallestAverage) {
      return take(piece);
    }
    isRefused = true;
    refuse();
    return false;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
