import type { Gate } from "#api/http/gate.ts";

/** Does named pieces of work, each once for all who ask for it while it is not done. */
export type SharedPieces<Result> = {
  /** The result of a piece for a client. Throws what the work throws, or what the gate throws when too many wait and nobody else's turn has begun it. */
  share(name: string, client: string, work: () => Promise<Result>): Promise<Result>;
};

type Piece<Result> = {
  result: PromiseWithResolvers<Result>;
  isBegun: boolean;
  /** Where each client that asks for it stands in line. */
  turns: Map<string, Promise<void>>;
};

/**
 * Pieces of work behind a gate. Every client stands in line for a piece at its own place, and the first whose turn it is begins it: in the place of whoever asked
 * first it would wait behind all that this one asked for before.
 */
export function createSharedPieces<Result>(gate: Gate): SharedPieces<Result> {
  const pieces = new Map<string, Piece<Result>>();

  function pieceOf(name: string): Piece<Result> {
    const known = pieces.get(name);
    if (known) return known;
    const result = Promise.withResolvers<Result>();
    // It may fail while the only one who asked for it has given up his place.
    result.promise.catch(() => undefined);
    const piece: Piece<Result> = { result, isBegun: false, turns: new Map() };
    pieces.set(name, piece);
    return piece;
  }

  async function begin(
    name: string,
    piece: Piece<Result>,
    work: () => Promise<Result>,
  ): Promise<void> {
    if (piece.isBegun) return;
    piece.isBegun = true;
    try {
      piece.result.resolve(await work());
    } catch (error) {
      piece.result.reject(error);
    } finally {
      pieces.delete(name);
    }
  }

  async function standInLine(
    name: string,
    piece: Piece<Result>,
    { client, work }: { client: string; work: () => Promise<Result> },
  ): Promise<void> {
    try {
      await gate.run(client, () => begin(name, piece, work));
    } catch (refusal) {
      piece.turns.delete(client);
      if (piece.isBegun) return;
      if (piece.turns.size === 0) pieces.delete(name);
      throw refusal;
    }
  }

  return {
    async share(name, client, work) {
      const piece = pieceOf(name);
      const turn = piece.turns.get(client) ?? standInLine(name, piece, { client, work });
      piece.turns.set(client, turn);
      return Promise.race([piece.result.promise, turn.then(() => piece.result.promise)]);
    },
  };
}
