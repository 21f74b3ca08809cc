import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { stopParsing } from "./stop-parsing.ts";

/** A listener that answers the requests of each connection one after the other. */
export type InTurn = {
  listener: RequestListener;
  /**
   * For a connection on which something came that is no request. Calls `refuse` where what that writes is taken for the answer to what came; where earlier
   * requests are still owed theirs, they get them, and then the connection ends without a word.
   */
  breakOff(socket: Duplex, refuse: () => void): void;
};

type Turn = { request: IncomingMessage; response: ServerResponse };
type Line = { current: Turn; waiting: Turn[]; waitingBytes: number; isBroken: boolean };

/** What the requests behind the one that is being answered may take: some thirty small ones. No browser and no proxy sends any ahead of an answer. */
const mostWaitingBytes = 128 * 1024;

/** What Node holds for a request besides its words, and how much of a body that nobody reads yet. */
const bytesOfObjects = 4 * 1024;
const bytesOfBody = 64 * 1024;

/**
 * Begins a request only when the answer before it, on the same connection, is on its way in full. Node hands over at once all that lie in the 64 kB that it
 * reads at a time, and their answers would be made and held for a client that takes in none. Whoever sends more ahead than may wait is cut off.
 */
export function answerInTurn(answer: RequestListener): InTurn {
  const lines = new WeakMap<Duplex, Line>();

  const begin = (socket: Duplex, { request, response }: Turn): void => {
    response.once("close", () => letGo(socket));
    answer(request, response);
  };
  /** What waits begins in another turn of the event loop: answers that wait for nothing would follow each other, and nobody else would be looked at. */
  const letGo = (socket: Duplex): void => {
    if (lines.get(socket)?.waiting.length) setImmediate(goOn, socket);
    else goOn(socket);
  };
  const goOn = (socket: Duplex): void => {
    const line = lines.get(socket);
    const next = socket.writable ? line?.waiting.shift() : undefined;
    if (!line || !next) {
      lines.delete(socket);
      if (line?.isBroken) socket.end(() => socket.destroy());
      return;
    }
    line.current = next;
    line.waitingBytes -= bytesOf(next.request);
    begin(socket, next);
  };
  const wait = (line: Line, turn: Turn): void => {
    line.waitingBytes += bytesOf(turn.request);
    if (line.waitingBytes <= mostWaitingBytes) {
      line.waiting.push(turn);
      return;
    }
    stopParsing(turn.request.socket);
    turn.request.socket.destroy();
  };

  return {
    listener: (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return;
      const turn = { request, response };
      const line = lines.get(socket);
      if (line?.isBroken) return;
      if (line) {
        wait(line, turn);
        return;
      }
      lines.set(socket, { current: turn, waiting: [], waitingBytes: 0, isBroken: false });
      begin(socket, turn);
    },
    breakOff: (socket, refuse) => {
      stopParsing(socket);
      const line = lines.get(socket);
      if (!line || canStillBeRefused(line.current)) refuse();
      else if (!line.current.request.complete) socket.destroy();
      else {
        socket.pause();
        line.isBroken = true;
        line.waiting = line.waiting.filter(({ request }) => request.complete);
      }
    },
  };
}

function canStillBeRefused({ request, response }: Turn): boolean {
  return !request.complete && !response.headersSent;
}

function bytesOf({ url = "", rawHeaders, headers }: IncomingMessage): number {
  const words = rawHeaders.reduce((bytes, word) => bytes + word.length, url.length);
  const unsaid = headers["transfer-encoding"] === undefined ? 0 : bytesOfBody;
  const body = Number(headers["content-length"] ?? unsaid);
  return bytesOfObjects + words + Math.min(body, bytesOfBody);
}
