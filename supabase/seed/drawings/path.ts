/** A point. In a car's coordinates x runs from nose to tail and y up from the ground. */
export type Point = readonly [x: number, y: number];

/**
 * A smooth curve through the points, as SVG path data without the first move. A repeated point is a
 * corner. Each handle is a sixth of the distance between the neighbours.
 */
export function curveThrough(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((end, index) => {
      const start = points[index] ?? end;
      if (start[0] === end[0] && start[1] === end[1]) return "";
      const before = points[index - 1] ?? start;
      const after = points[index + 2] ?? end;
      const first = handle(start, before, end, 1);
      const second = handle(end, start, after, -1);
      return `C${text(first)} ${text(second)} ${text(end)}`;
    })
    .join("");
}

export function closedCurve(points: readonly Point[]): string {
  return `M${text(points[0] ?? [0, 0])}${curveThrough(points)}Z`;
}

function handle(at: Point, before: Point, after: Point, direction: 1 | -1): Point {
  return [
    at[0] + (direction * (after[0] - before[0])) / 6,
    at[1] + (direction * (after[1] - before[1])) / 6,
  ];
}

function text([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
