import type { Socket } from "node:net";
import { noAnswer } from "./lost-errors.ts";
import type { OwedAnswers } from "./owed-answers.ts";

/** Connections to one PostgreSQL, whose silences are noticed together. */
export type Silences = {
  /** Ends the connection with ETIMEDOUT once an answer is missing for `limitMs`. While nothing is owed it may be silent for ever. */
  watch(socket: Socket, answers: OwedAnswers, limitMs: number): void;
};

/**
 * Where one connection has ended without a word, those are ended too on which nothing is owed and nothing was heard for as long: a network that forgot one has
 * forgotten more, and somebody would wait on each to find out.
 */
export function createSilences(): Silences {
  const watched = new Map<Socket, OwedAnswers>();
  const end = (silent: Socket, limitMs: number): void => {
    const heardBefore = performance.now() - limitMs;
    for (const [socket, answers] of watched) {
      const isIdle = !answers.isOwed() && answers.heardAt() < heardBefore;
      if (socket === silent || isIdle) socket.destroy(noAnswer("PostgreSQL does not answer"));
    }
  };
  return {
    watch(socket, answers, limitMs) {
      watched.set(socket, answers);
      socket.once("close", () => watched.delete(socket));
      // Told again and again while it is silent: the first time may be long before something is asked.
      socket.setTimeout(limitMs);
      socket.on("timeout", () => {
        if (answers.isOwed() || socket.writableEnded) end(socket, limitMs);
      });
    },
  };
}
