import type { Socket } from "node:net";
import { noAnswer } from "./lost-errors.ts";
import type { OwedAnswers } from "./owed-answers.ts";

/** Connections to one PostgreSQL, whose silences are noticed together. */
export type Silences = {
  /** Ends the connection with ETIMEDOUT once an answer is missing for `limitMs`. While nothing is owed it may be silent for ever. */
  watch(socket: Socket, answers: OwedAnswers, limitMs: number): void;
};

type Watched = { answers: OwedAnswers; limitMs: number };

/**
 * Where one connection has ended without a word, those are ended too on which nothing is owed and nothing was heard for as long as they may owe something: a network that
 * forgot one has forgotten more, and somebody would wait on each to find out.
 */
export function createSilences(): Silences {
  const watched = new Map<Socket, Watched>();
  const endIdle = (): void => {
    for (const [socket, { answers, limitMs }] of watched) {
      const isHeard = answers.heardAt() > performance.now() - limitMs;
      if (!answers.isOwed() && !isHeard) endSilent(socket);
    }
  };
  return {
    watch(socket, answers, limitMs) {
      watched.set(socket, { answers, limitMs });
      socket.once("close", () => watched.delete(socket));
      const look = (): void => {
        if (socket.destroyed || !(answers.isOwed() || socket.writableEnded)) return;
        endSilent(socket);
        endIdle();
      };
      // Told again and again while it is silent: the first time may be long before something is asked. A process that stood still hears of it before it reads what came meanwhile.
      socket.setTimeout(limitMs);
      socket.on("timeout", () => setImmediate(look));
    },
  };
}

/** Ends a connection that owes something for too long, with ETIMEDOUT. */
export function endSilent(socket: Socket): void {
  socket.destroy(noAnswer("PostgreSQL does not answer"));
}
