import type { BodyShape } from "./body-shapes.ts";
import type { Shades } from "./paint.ts";
import { closedCurve, curveThrough, type Point } from "./path.ts";

export type Trim = { spokes: number; darkRims: boolean };

/**
 * Draws a car from the side. The origin is the ground below its nose and y runs down, so everything
 * has a negative y. Ids are fixed: one car per picture.
 */
export function drawSide(shape: BodyShape, shades: Shades, trim: Trim): string {
  const { wheel, length } = shape;
  const body = closedCurve(flip([...shape.top, ...underside(shape)]));
  const wheels = [wheel.front, wheel.rear].map((x) =>
    drawWheel({
      x,
      y: -wheel.radius,
      radius: wheel.radius,
      spokes: trim.spokes,
      dark: trim.darkRims,
    }),
  );
  return `${defs(shape, shades, body)}
    <ellipse cx="${length / 2}" cy="4" rx="${length * 0.56}" ry="34" fill="url(#shadow)"/>
    <rect x="90" y="${-shape.sill - 30}" width="${length - 190}" height="52" rx="10" fill="#090b0e"/>
    <path d="${body}" fill="url(#body)"/>
    <g clip-path="url(#inBody)">${drawLight(shape, shades)}${drawCladding(shape)}${drawLamps(shape)}</g>
    ${drawGlass(shape, shades)}
    ${drawSeams(shape, shades)}
    ${drawArches(shape)}
    <path d="${body}" fill="none" stroke="${shades.ground}" stroke-opacity=".55" stroke-width="2.5"/>
    ${drawMirror(shape, shades)}
    ${wheels.join("")}`;
}

/** The lower edge, from the rear bumper forward; corners are repeated. */
function underside({ top, sill }: BodyShape): Point[] {
  const tail = (top.at(-1)?.[0] ?? 0) - 12;
  return [
    [tail, sill],
    [tail, sill],
    [44, sill],
    [44, sill],
    [30, sill + 12],
    [30, sill + 12],
  ];
}

function defs(shape: BodyShape, shades: Shades, body: string): string {
  const roof = Math.max(...shape.top.map(([, y]) => y));
  return `<defs>
    <clipPath id="inBody"><path d="${body}"/></clipPath>
    <clipPath id="inGlass"><path d="${closedCurve(flip(shape.glass))}"/></clipPath>
    <linearGradient id="body" gradientUnits="userSpaceOnUse" x1="0" y1="${-roof}" x2="0" y2="${-shape.sill}">
      <stop offset="0" stop-color="${shades.sky}"/><stop offset=".2" stop-color="${shades.light}"/>
      <stop offset=".42" stop-color="${shades.light}"/><stop offset=".55" stop-color="${shades.base}"/>
      <stop offset=".78" stop-color="${shades.deep}"/><stop offset="1" stop-color="${shades.ground}"/></linearGradient>
    <linearGradient id="ends" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${shape.length}" y2="0">
      <stop offset="0" stop-color="#05070b" stop-opacity=".5"/><stop offset=".13" stop-color="#05070b" stop-opacity="0"/>
      <stop offset=".86" stop-color="#05070b" stop-opacity="0"/><stop offset="1" stop-color="#05070b" stop-opacity=".5"/></linearGradient>
    <linearGradient id="shine" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
    <linearGradient id="glass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5d7286"/><stop offset=".45" stop-color="#26323f"/>
      <stop offset="1" stop-color="#10161d"/></linearGradient>
    <linearGradient id="lamp" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset=".6" stop-color="#c6d6e6"/>
      <stop offset="1" stop-color="#7f93a8"/></linearGradient>
    <linearGradient id="tail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ff5a52"/><stop offset="1" stop-color="#8d0f16"/></linearGradient>
    <radialGradient id="shadow"><stop offset="0" stop-color="#000" stop-opacity=".7"/><stop offset=".7" stop-color="#000" stop-opacity=".38"/>
      <stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
  </defs>`;
}

/** Shading that makes the side look curved: light shoulder, reflected horizon, dark lower edge. */
function drawLight({ belt, length, sill, wheel }: BodyShape, shades: Shades): string {
  const [fx, fy] = belt.front;
  const [rx, ry] = belt.rear;
  const shoulder: Point[] = [
    [-20, fy - 86],
    [fx * 0.5, fy - 34],
    [fx, fy - 8],
    [(fx + rx) / 2, (fy + ry) / 2 - 6],
    [rx, ry - 8],
    [length + 20, ry - 26],
  ];
  const under: Point[] = shoulder.map(([x, y]) => [x, y - 34]);
  const crease: Point[] = [
    [wheel.front - 60, fy - 70],
    [wheel.front + 160, fy - 62],
    [length / 2, fy - 58],
    [wheel.rear - 140, ry - 62],
    [length, ry - 56],
  ];
  const horizon: Point[] = [
    [-20, sill + 58],
    [wheel.front + 100, sill + 66],
    [length * 0.5, sill + 92],
    [wheel.rear - 100, sill + 84],
    [length + 20, sill + 110],
  ];
  return `<path d="${band(shoulder, under)}" fill="url(#shine)"/>
    <path d="${band(horizon, [
      [-20, -10],
      [length + 20, -10],
    ])}" fill="${shades.ground}" fill-opacity=".5"/>
    <path d="M${svg(horizon[0])}${curveThrough(flip(horizon))}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="3"/>
    <path d="M${svg(crease[0])}${curveThrough(flip(crease))}" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="3"/>
    <path d="M${svg(crease[0], -3)}${curveThrough(flip(crease, -3))}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2.5"/>
    <rect x="-10" y="-700" width="${length + 20}" height="700" fill="url(#ends)"/>`;
}

function drawCladding({ cladding, sill, length }: BodyShape): string {
  const height = cladding ? 44 : 14;
  return `<rect x="-10" y="${-sill - height}" width="${length + 20}" height="${height + 10}" fill="#16191d"/>
    <rect x="-10" y="${-sill - height}" width="${length + 20}" height="3" fill="#fff" fill-opacity=".16"/>`;
}

function drawLamps({ top, length, face }: BodyShape): string {
  const hood = face.hood;
  const noseTop = top.find(([x, y]) => x > 20 && y > hood * 0.6) ?? [40, hood * 0.75];
  const y = noseTop[1];
  const tailTop = face.belt - 6;
  return `<path d="${closedCurve(
    flip([
      [-6, y - 52],
      [-6, y - 52],
      [14, y - 8],
      [60, y + 10],
      [134, y + 22],
      [134, y + 22],
      [112, y - 14],
      [60, y - 40],
      [-6, y - 52],
    ]),
  )}" fill="#11151a"/>
    <path d="${closedCurve(
      flip([
        [2, y - 42],
        [2, y - 42],
        [20, y - 10],
        [64, y + 4],
        [120, y + 15],
        [120, y + 15],
        [100, y - 12],
        [58, y - 32],
        [2, y - 42],
      ]),
    )}" fill="url(#lamp)"/>
    <path d="M${svg([6, y - 40])}${curveThrough(
      flip([
        [6, y - 40],
        [56, y - 28],
        [104, y - 8],
      ]),
    )}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
    <path d="${closedCurve(
      flip([
        [-8, 128],
        [-8, 128],
        [40, 132],
        [92, 150],
        [92, 150],
        [70, 182],
        [-8, 186],
        [-8, 186],
      ]),
    )}" fill="#0f1215"/>
    <path d="${closedCurve(
      flip([
        [length + 6, tailTop - 92],
        [length + 6, tailTop - 92],
        [length - 60, tailTop - 78],
        [length - 118, tailTop - 44],
        [length - 118, tailTop - 44],
        [length - 80, tailTop - 28],
        [length + 6, tailTop - 22],
        [length + 6, tailTop - 22],
      ]),
    )}" fill="url(#tail)"/>
    <path d="M${svg([length - 108, tailTop - 44])}${curveThrough(
      flip([
        [length - 108, tailTop - 44],
        [length - 60, tailTop - 52],
        [length, tailTop - 58],
      ]),
    )}" fill="none" stroke="#ffb3a8" stroke-width="4" stroke-linecap="round"/>`;
}

function drawGlass({ glass, pillars, belt }: BodyShape, shades: Shades): string {
  const outline = closedCurve(flip(glass));
  const bottom = belt.front[1] - 20;
  const roof = Math.max(...glass.map(([, y]) => y)) + 20;
  const left = Math.min(...glass.map(([x]) => x));
  const right = Math.max(...glass.map(([x]) => x));
  const bars = pillars.map(({ x, lean, width }) => {
    const points = [
      [x - width / 2, bottom],
      [x + width / 2, bottom],
      [x + lean + width / 2, roof],
      [x + lean - width / 2, roof],
    ];
    return `<path d="M${points.map(([px, py]) => `${px} ${-(py ?? 0)}`).join("L")}Z" fill="#0a0d11"/>`;
  });
  const gleam = (at: number, width: number) =>
    `<path d="M${at} ${-bottom}l${width} 0l150 ${-(roof - bottom)}l${-width} 0Z" fill="#fff" fill-opacity=".13"/>`;
  return `<path d="${outline}" fill="url(#glass)"/>
    <g clip-path="url(#inGlass)">
      <path d="M${left} ${-bottom - 26}Q${(left + right) / 2} ${-bottom - 70} ${right} ${-bottom - 40}L${right} ${-bottom}L${left} ${-bottom}Z" fill="#000" fill-opacity=".3"/>
      ${gleam(left + (right - left) * 0.18, 70)}${gleam(left + (right - left) * 0.34, 22)}${gleam(left + (right - left) * 0.66, 90)}
      ${bars.join("")}
    </g>
    <path d="${outline}" fill="none" stroke="#0a0d11" stroke-width="7"/>
    <path d="${outline}" fill="none" stroke="${shades.sky}" stroke-opacity=".4" stroke-width="1.5"/>`;
}

function drawSeams(shape: BodyShape, shades: Shades): string {
  const { doors, sill, handles, belt } = shape;
  const floor = sill + (shape.cladding ? 46 : 20);
  const middle = (belt.front[1] + floor) / 2;
  const gaps = doors.map(({ x, lean }, index) => {
    const foot = index === doors.length - 1 ? lean : 0;
    const d = `M${x} ${-belt.front[1] - 8}Q${x - 6} ${-middle} ${x + foot} ${-floor}`;
    return `<path d="${d}" fill="none" stroke="#05070a" stroke-opacity=".55" stroke-width="3"/>
      <path d="${d}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1.5" transform="translate(3 0)"/>`;
  });
  const grips = handles.map(
    ([
      x,
      y,
    ]) => `<rect x="${x - 34}" y="${-y}" width="68" height="15" rx="7.5" fill="${shades.deep}"/>
      <rect x="${x - 34}" y="${-y - 1}" width="68" height="10" rx="5" fill="${shades.sky}" fill-opacity=".85"/>`,
  );
  return gaps.join("") + grips.join("");
}

function drawArches({ wheel, cladding }: BodyShape): string {
  return [wheel.front, wheel.rear]
    .map((x) => {
      const inner = wheel.radius + 12;
      const rim = cladding
        ? `<circle cx="${x}" cy="${-wheel.radius}" r="${inner + 18}" fill="#16191d"/>`
        : "";
      const edge = cladding
        ? ""
        : `<circle cx="${x}" cy="${-wheel.radius}" r="${inner + 3}" fill="#000" fill-opacity=".35"/>`;
      return `<g clip-path="url(#inBody)">${rim}${edge}<circle cx="${x}" cy="${-wheel.radius}" r="${inner}" fill="#07090b"/></g>`;
    })
    .join("");
}

function drawMirror({ glass }: BodyShape, shades: Shades): string {
  const [x, y] = glass[0] ?? [400, 340];
  return `<path d="M${x + 40} ${-y - 2}l22 -10l18 0l0 12Z" fill="#0a0d11"/>
    <rect x="${x + 34}" y="${-y - 44}" width="74" height="36" rx="16" fill="${shades.base}"/>
    <rect x="${x + 38}" y="${-y - 43}" width="62" height="14" rx="7" fill="${shades.sky}" fill-opacity=".7"/>`;
}

function band(upper: Point[], lower: Point[]): string {
  const back = [...lower].reverse();
  return `M${svg(upper[0])}${curveThrough(flip(upper))}L${svg(back[0])}${curveThrough(flip(back))}Z`;
}

function flip(points: readonly Point[], raise = 0): Point[] {
  return points.map(([x, y]) => [x, -(y + raise)]);
}

function svg(point: Point | undefined, raise = 0): string {
  const [x, y] = point ?? [0, 0];
  return `${x} ${-(y + raise)}`;
}

/** A wheel centred at (x, y); `radius` is the tyre's, `spokes` chooses the rim. */
type Wheel = { x: number; y: number; radius: number; spokes: number; dark: boolean };

/** Draws a wheel: tyre, brake, rim with tapering spokes, hub. y runs down, as in SVG. */
function drawWheel({ x, y, radius, spokes, dark }: Wheel): string {
  const rim = radius * 0.76;
  const metal = dark ? ["#5a6068", "#2b2f35"] : ["#f4f6f8", "#9aa3ad"];
  const spoke = `M${-rim * 0.13} ${-rim * 0.16}L${-rim * 0.085} ${-rim * 0.93}Q0 ${-rim * 1.0} ${rim * 0.085} ${-rim * 0.93}L${rim * 0.13} ${-rim * 0.16}Z`;
  const turns = Array.from({ length: spokes }, (_, index) => (360 / spokes) * index + 12);
  const id = `rim${Math.round(x)}${dark ? "d" : "l"}`;
  return `<g transform="translate(${x} ${y})">
    <defs><linearGradient id="${id}" x1="0" y1="-1" x2="0" y2="1" gradientUnits="objectBoundingBox">
      <stop offset="0" stop-color="${metal[0]}"/><stop offset="1" stop-color="${metal[1]}"/></linearGradient></defs>
    <circle r="${radius}" fill="#121417"/>
    <circle r="${radius * 0.955}" fill="none" stroke="#2a2e33" stroke-width="${radius * 0.035}"/>
    <circle r="${radius * 0.86}" fill="none" stroke="#1d2024" stroke-width="${radius * 0.06}"/>
    <circle r="${rim}" fill="#0d0f12"/>
    <circle r="${rim * 0.72}" fill="#4a5058"/>
    <circle r="${rim * 0.7}" fill="none" stroke="#6d747c" stroke-width="${radius * 0.02}" stroke-dasharray="${radius * 0.03} ${radius * 0.05}"/>
    <path d="M${rim * 0.36} ${-rim * 0.64}A${rim * 0.74} ${rim * 0.74} 0 0 1 ${rim * 0.72} ${-rim * 0.16}L${rim * 0.5} ${-rim * 0.12}A${rim * 0.5} ${rim * 0.5} 0 0 0 ${rim * 0.25} ${-rim * 0.45}Z" fill="#a3222b"/>
    ${turns.map((turn) => `<g transform="rotate(${turn})"><path d="${spoke}" fill="${metal[1]}" transform="translate(${radius * 0.018} ${radius * 0.01})" fill-opacity=".75"/><path d="${spoke}" fill="url(#${id})"/></g>`).join("")}
    <circle r="${rim * 0.965}" fill="none" stroke="${metal[0]}" stroke-width="${radius * 0.035}"/>
    <circle r="${rim * 1.005}" fill="none" stroke="#0b0c0e" stroke-width="${radius * 0.02}"/>
    <circle r="${rim * 0.25}" fill="${metal[1]}"/><circle r="${rim * 0.21}" fill="${metal[0]}"/>
    <circle r="${rim * 0.12}" fill="#22262b"/>
  </g>`;
}
