import type { BodyShape } from "./body-shapes.ts";
import type { Shades } from "./paint.ts";
import { closedCurve, type Point } from "./path.ts";

/** The end of the car that faces the camera. */
export type End = "front" | "rear";

/**
 * Draws a car from the front or rear, on the ground at y = 0 and centred at x = 0; y runs down.
 * Only the right half is specified; the left is mirrored.
 */
export function drawFace(shape: BodyShape, shades: Shades, end: End): string {
  const { halfWidth, roofHalf, roof } = shape.face;
  const waist = end === "front" ? shape.face.hood + 6 : shape.face.belt - 8;
  const body = both([
    [0, roof],
    [roofHalf * 0.7, roof - 4],
    [roofHalf, roof - 24],
    [roofHalf + 26, roof - 62],
    [halfWidth - 26, waist + 10],
    [halfWidth - 4, waist - 40],
    [halfWidth, waist - 120],
    [halfWidth - 4, shape.sill + 40],
    [halfWidth - 18, shape.sill],
    [halfWidth - 18, shape.sill],
    [0, shape.sill - 6],
  ]);
  return `${defs(shape, shades)}
    <ellipse cx="0" cy="2" rx="${halfWidth * 1.25}" ry="34" fill="url(#shadow)"/>
    ${drawTyres(shape)}
    <path d="${body}" fill="url(#face)"/>
    <clipPath id="inFace"><path d="${body}"/></clipPath>
    <g clip-path="url(#inFace)">
      <rect x="${-halfWidth - 10}" y="${-roof - 10}" width="${halfWidth * 2 + 20}" height="${roof}" fill="url(#round)"/>
      ${end === "front" ? drawHood(shape, shades, waist) : drawHatch(shape, shades, waist)}
    </g>
    ${drawScreen(shape, shades, waist)}
    ${end === "front" ? drawNose(shape, shades, waist) : drawTail(shape, waist)}
    ${drawMirrors(shape, shades, waist)}
    <path d="${body}" fill="none" stroke="${shades.ground}" stroke-opacity=".55" stroke-width="2.5"/>`;
}

function defs({ face, sill }: BodyShape, shades: Shades): string {
  return `<defs>
    <linearGradient id="face" gradientUnits="userSpaceOnUse" x1="0" y1="${-face.roof}" x2="0" y2="${-sill}">
      <stop offset="0" stop-color="${shades.sky}"/><stop offset=".4" stop-color="${shades.light}"/>
      <stop offset=".62" stop-color="${shades.base}"/><stop offset="1" stop-color="${shades.ground}"/></linearGradient>
    <linearGradient id="round" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#05070b" stop-opacity=".6"/>
      <stop offset=".2" stop-color="#05070b" stop-opacity="0"/><stop offset=".8" stop-color="#05070b" stop-opacity="0"/>
      <stop offset="1" stop-color="#05070b" stop-opacity=".6"/></linearGradient>
    <linearGradient id="screen" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6f8599"/><stop offset=".5" stop-color="#2b3947"/>
      <stop offset="1" stop-color="#131a22"/></linearGradient>
    <linearGradient id="lamp" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#c6d6e6"/>
      <stop offset="1" stop-color="#7f93a8"/></linearGradient>
    <linearGradient id="tail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ff5a52"/><stop offset="1" stop-color="#8d0f16"/></linearGradient>
    <radialGradient id="shadow"><stop offset="0" stop-color="#000" stop-opacity=".75"/><stop offset=".7" stop-color="#000" stop-opacity=".4"/>
      <stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
    <clipPath id="inScreen"><path d="${screenOutline(face, face.belt)}"/></clipPath></defs>`;
}

function drawTyres({ face, wheel, sill }: BodyShape): string {
  const width = 78;
  return [-1, 1]
    .map((side) => {
      const x = side * (face.halfWidth - 22 - width / 2) - width / 2;
      const grooves = [18, 38, 58].map(
        (at) =>
          `<rect x="${x + at}" y="${-sill - 60}" width="3" height="${sill + 54}" fill="#000"/>`,
      );
      return `<rect x="${x}" y="${-wheel.radius * 1.6}" width="${width}" height="${wheel.radius * 1.6}" rx="20" fill="#17191d"/>${grooves.join("")}`;
    })
    .join("");
}

function screenOutline({ roofHalf, halfWidth, roof }: BodyShape["face"], waist: number): string {
  return both([
    [0, roof - 34],
    [roofHalf * 0.66, roof - 40],
    [roofHalf - 20, roof - 58],
    [roofHalf + 2, roof - 84],
    [halfWidth - 66, waist + 30],
    [halfWidth - 74, waist + 18],
    [halfWidth * 0.5, waist + 8],
    [0, waist + 4],
  ]);
}

function drawScreen({ face }: BodyShape, shades: Shades, waist: number): string {
  const outline = screenOutline(face, waist);
  const height = face.roof - waist;
  return `<path d="${outline}" fill="url(#screen)"/>
    <g clip-path="url(#inScreen)"><path d="M${-face.roofHalf} ${-waist}l90 0l120 ${-height}l-90 0Z" fill="#fff" fill-opacity=".14"/>
      <path d="M${-face.roofHalf + 130} ${-waist}l30 0l120 ${-height}l-30 0Z" fill="#fff" fill-opacity=".1"/>
      <path d="M-40 ${-face.roof + 40}h80v26q-40 14 -80 0Z" fill="#0a0d11" fill-opacity=".8"/></g>
    <path d="${outline}" fill="none" stroke="#0a0d11" stroke-width="8"/>
    <path d="${outline}" fill="none" stroke="${shades.sky}" stroke-opacity=".35" stroke-width="1.5"/>`;
}

function drawHood({ face }: BodyShape, shades: Shades, waist: number): string {
  const lip = waist - 66;
  return `<path d="${both([
    [0, waist + 6],
    [face.halfWidth * 0.5, waist + 8],
    [face.halfWidth - 60, waist - 6],
    [face.halfWidth - 96, lip + 6],
    [face.halfWidth * 0.4, lip - 8],
    [0, lip - 12],
  ])}" fill="${shades.light}" fill-opacity=".9"/>
    <path d="${both([
      [0, waist + 2],
      [face.halfWidth * 0.42, waist + 2],
      [face.halfWidth * 0.34, lip],
      [0, lip - 4],
    ])}" fill="${shades.sky}" fill-opacity=".55"/>`;
}

function drawHatch({ face, sill }: BodyShape, shades: Shades, waist: number): string {
  const foot = (waist + sill) / 2 - 14;
  const gap = both([
    [0, waist + 2],
    [face.halfWidth - 60, waist - 2],
    [face.halfWidth - 78, foot + 20],
    [face.halfWidth - 120, foot],
    [0, foot - 6],
  ]);
  return `<path d="${gap}" fill="${shades.light}" fill-opacity=".35"/><path d="${gap}" fill="none" stroke="#05070a" stroke-opacity=".5" stroke-width="3"/>`;
}

function drawNose({ face, sill }: BodyShape, shades: Shades, waist: number): string {
  const edge = face.halfWidth;
  const top = waist - 62;
  const lamp: Point[] = [
    [edge - 140, top - 6],
    [edge - 140, top - 6],
    [edge - 70, top + 16],
    [edge - 16, top + 28],
    [edge - 16, top + 28],
    [edge - 14, top - 12],
    [edge - 60, top - 34],
    [edge - 130, top - 34],
    [edge - 130, top - 34],
  ];
  const grille = both([
    [0, top + 2],
    [edge * 0.42, top],
    [edge * 0.48, top - 22],
    [edge * 0.4, top - 84],
    [0, top - 92],
  ]);
  const bars = [20, 42, 64].map(
    (down) =>
      `<rect x="${-edge * 0.41}" y="${-top + down}" width="${edge * 0.82}" height="5" rx="2" fill="#5b636c"/>`,
  );
  return `<path d="${grille}" fill="#0c0f13"/>${bars.join("")}<path d="${grille}" fill="none" stroke="#c4ccd4" stroke-width="5"/>
    <circle cx="0" cy="${-top + 44}" r="24" fill="#d8dee4"/><circle cx="0" cy="${-top + 44}" r="17" fill="#2b3138"/>
    ${twice(`<path d="${closedCurve(flip(lamp))}" fill="#10141a"/><path d="${closedCurve(flip(inset(lamp)))}" fill="url(#lamp)"/><path d="M${edge - 132} ${-top + 16}L${edge - 24} ${-top - 18}" stroke="#fff" stroke-width="6" stroke-linecap="round"/>`)}
    <path d="${both([
      [0, sill + 74],
      [edge * 0.5, sill + 74],
      [edge * 0.72, sill + 60],
      [edge * 0.66, sill + 14],
      [0, sill + 8],
    ])}" fill="#0d1014"/>
    ${twice(`<rect x="${edge * 0.74}" y="${-sill - 78}" width="46" height="22" rx="11" fill="#12161b"/><rect x="${edge * 0.74 + 6}" y="${-sill - 73}" width="34" height="12" rx="6" fill="#f5e9c8"/>`)}
    ${plate(sill + 62, shades)}`;
}

function drawTail({ face, sill }: BodyShape, waist: number): string {
  const edge = face.halfWidth;
  const top = waist - 34;
  const lamp: Point[] = [
    [edge - 150, top - 10],
    [edge - 150, top - 10],
    [edge - 80, top + 4],
    [edge - 10, top + 8],
    [edge - 10, top + 8],
    [edge - 6, top - 54],
    [edge - 90, top - 46],
    [edge - 146, top - 40],
    [edge - 146, top - 40],
  ];
  return `<rect x="${-edge + 140}" y="${-top + 12}" width="${edge * 2 - 280}" height="10" rx="5" fill="#b3141d"/>
    ${twice(`<path d="${closedCurve(flip(lamp))}" fill="url(#tail)"/><path d="M${edge - 140} ${-top + 22}L${edge - 20} ${-top + 20}" stroke="#ffc0b8" stroke-width="5" stroke-linecap="round"/>`)}
    <circle cx="0" cy="${-top + 52}" r="20" fill="#d8dee4"/><circle cx="0" cy="${-top + 52}" r="14" fill="#2b3138"/>
    ${plate(top - 92)}
    <path d="${both([
      [0, sill + 44],
      [edge * 0.74, sill + 46],
      [edge * 0.78, sill + 20],
      [edge * 0.7, sill - 2],
      [0, sill - 6],
    ])}" fill="#0f1216"/>
    ${twice(`<rect x="${edge * 0.5}" y="${-sill - 26}" width="64" height="20" rx="10" fill="#8d959e"/><rect x="${edge * 0.5 + 6}" y="${-sill - 22}" width="52" height="12" rx="6" fill="#0b0d10"/>`)}`;
}

function plate(y: number, shades?: Shades): string {
  const edge = shades?.ground ?? "#333a42";
  return `<rect x="-78" y="${-y}" width="156" height="46" rx="7" fill="#f4f5f6" stroke="${edge}" stroke-width="4"/>
    <rect x="-62" y="${-y + 17}" width="124" height="12" rx="3" fill="#a8b0b8"/>`;
}

function drawMirrors({ face }: BodyShape, shades: Shades, waist: number): string {
  const x = face.halfWidth - 14;
  return twice(`<path d="M${x - 20} ${-waist - 16}l34 -10l6 12l-36 8Z" fill="#0a0d11"/>
    <rect x="${x + 4}" y="${-waist - 62}" width="64" height="44" rx="18" fill="${shades.base}"/>
    <rect x="${x + 8}" y="${-waist - 60}" width="54" height="16" rx="8" fill="${shades.sky}" fill-opacity=".7"/>`);
}

function twice(right: string): string {
  return `${right}<g transform="scale(-1 1)">${right}</g>`;
}

function both(right: readonly Point[]): string {
  const left = right.map(([x, y]): Point => [-x, y]).reverse();
  return closedCurve(flip([...right, ...left]));
}

function inset(points: readonly Point[]): Point[] {
  const middle = [0, 1].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length,
  );
  return points.map(([x, y]) => [
    x + ((middle[0] ?? x) - x) * 0.2,
    y + ((middle[1] ?? y) - y) * 0.2,
  ]);
}

function flip(points: readonly Point[]): Point[] {
  return points.map(([x, y]) => [x, -y]);
}
