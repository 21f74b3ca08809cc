/**
 * The pattern behind a hero: a fine texture and a large figure at one side, as SVG paths with their
 * placement. Uses the text colour.
 */
export type HeroPattern = {
  tile: { path: string; size: number; width: number; transform: string };
  /** In a square of 400 units, rotated; stroked or filled. */
  figure: { path: string; width: number; isFilled: boolean; transform: string };
  /** The corner radii of a photo in the hero, as CSS. */
  corners: string;
};

/** Lines, wheels, roads: each continues at the edges of a 40-unit square. */
const TILES = [
  "M0 40 40 0",
  "M0 30 20 10 40 30",
  "M0 10q10-10 20 0t20 0M0 30q10-10 20 0t20 0",
  "M20 8a12 12 0 1 0 .01 0",
  "M0 0h40M0 0v40",
  "M20 0v14M20 26v14M0 20h14M26 20h14",
  "M0 20a20 20 0 0 1 40 0M10 40a10 10 0 0 1 20 0",
  "M0 0 20 12 40 0M20 12v16M0 40l20-12 20 12",
  "M8 8h.01M28 28h.01M28 8h.01M8 28h.01",
  "M0 20h24M16 40h24M16 0h24",
] as const;

const FIGURES = [
  { path: rings(5, 38), isFilled: false },
  { path: "M0 400 240 0h90L90 400ZM180 400 370 80v140L270 400Z", isFilled: true },
  { path: arcs(6, 60), isFilled: false },
  { path: rays(14), isFilled: true },
  { path: "M200 10 390 200 200 390 10 200ZM200 90 310 200 200 310 90 200Z", isFilled: false },
  { path: "M0 400V280h100V180h100V90h100V0h100v400Z", isFilled: true },
  {
    path: "M0 330C120 330 120 70 260 70S400 180 400 180v120S340 170 260 170 140 400 0 400Z",
    isFilled: true,
  },
  { path: checkers(5), isFilled: true },
] as const;

const CORNERS = [
  "2rem",
  "12rem 12rem 2rem 2rem",
  "2rem 9rem 2rem 9rem",
  "9rem 2rem 9rem 2rem",
  "2rem 2rem 12rem 2rem",
  "7rem",
] as const;

/**
 * Derives a pattern from a seed, the page's slug, so that pages with equal colours, layout and
 * picture look different. For loaders.
 */
export function heroPattern(seed: string): HeroPattern {
  const next = numbersOf(seed);
  const pick = <Value>(values: readonly [Value, ...Value[]]) =>
    values[next(values.length)] ?? values[0];
  const figure = pick(FIGURES);
  return {
    tile: {
      path: pick(TILES),
      size: 40,
      width: 1 + next(3) / 2,
      transform: `rotate(${next(12) * 15}) scale(${0.7 + next(6) / 4})`,
    },
    figure: {
      path: figure.path,
      isFilled: figure.isFilled,
      width: 2 + next(4) * 3,
      transform: `translate(200 200) rotate(${next(12) * 30}) scale(${next(2) ? 1 : -1} 1) translate(-200 -200)`,
    },
    corners: pick(CORNERS),
  };
}

/** A seeded random number generator (FNV-1a, then mulberry32). */
function numbersOf(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function rings(count: number, step: number): string {
  return Array.from({ length: count }, (_, index) => {
    const radius = (index + 1) * step;
    return `M${200 - radius} 200a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }).join("");
}

function arcs(count: number, step: number): string {
  return Array.from({ length: count }, (_, index) => {
    const radius = (index + 1) * step;
    return `M${400 - radius} 400a${radius} ${radius} 0 0 1 ${radius} ${-radius}`;
  }).join("");
}

function rays(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const at = (half: number) => {
      const angle = ((2 * index + half) / count) * Math.PI;
      return `${Math.round(200 + 200 * Math.cos(angle))} ${Math.round(200 + 200 * Math.sin(angle))}`;
    };
    return `M200 200 ${at(0)} ${at(0.7)}Z`;
  }).join("");
}

function checkers(count: number): string {
  const side = 400 / count;
  const places = Array.from({ length: count * count }, (_, index) => index);
  return places
    .filter((index) => (Math.floor(index / count) + (index % count)) % 2 === 0)
    .map((index) => {
      const [x, y] = [(index % count) * side, Math.floor(index / count) * side];
      return `M${x} ${y}h${side}v${side}h${-side}Z`;
    })
    .join("");
}
