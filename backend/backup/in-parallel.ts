/**
 * Does `work` for each item, `width` at a time, and gives the results in order. What fails, fails
 * at its turn.
 */
export async function* inParallel<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const started = work(item);
    started.catch(() => undefined);
    running.push(started);
    const [first] = running;
    if (running.length < width || first === undefined) continue;
    running.shift();
    yield await first;
  }
  for (const rest of running) yield await rest;
}
