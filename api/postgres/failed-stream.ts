import { Duplex } from "node:stream";

/**
 * Stands for a connection that could not be made. postgres.js gives one up for ever when it gets no socket, and what it has begun to write when one closes it never
 * sends: so it hears why when it writes its first words, and that the socket has closed after that.
 */
export function failedStream(reason: Error): Duplex {
  return new Duplex({
    read: () => undefined,
    write: (_words, _encoding, done) => done(reason),
  });
}
