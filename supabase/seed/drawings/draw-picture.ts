import { type BodyShape, type BodyStyle, bodyShapes } from "./body-shapes.ts";
import { drawFace } from "./draw-face.ts";
import { drawScene, groundLine, type SceneName } from "./draw-scene.ts";
import { drawSide, type Trim } from "./draw-side.ts";
import { mix, type Paint, type Shades, shadesOf } from "./paint.ts";

/** Camera angles; the last three are close-ups. */
export type Angle = "side" | "front" | "rear" | "mirrored" | "interior" | "wheel" | "nose" | "tail";

/** One photo of a car. */
export type Picture = { body: BodyStyle; paint: Paint; angle: Angle; scene: SceneName; trim: Trim };

const wheelsOnGround = groundLine + 40;

/**
 * Draws a photo as an SVG, displayed at 1280 by 960. The output is deterministic. Transparency uses
 * `fill-opacity`, because the renderer makes a separate layer for each `opacity`, which doubles the
 * time.
 */
export function drawPicture({ body, paint, angle, scene, trim }: Picture): string {
  const content = compose(angle, bodyShapes[body], shadesOf(paint), drawScene(scene), trim);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="1280" height="960">${content}</svg>`;
}

function compose(
  angle: Angle,
  shape: BodyShape,
  shades: Shades,
  scene: string,
  trim: Trim,
): string {
  if (angle === "interior") {
    return drawInterior(shades, scene, trim.darkRims ? "tan" : "dark");
  }
  if (angle === "front" || angle === "rear") {
    const scale = 640 / shape.face.halfWidth / 1.35;
    return `${scene}<g transform="translate(800 ${wheelsOnGround + 30}) scale(${scale})">${drawFace(shape, shades, angle)}</g>`;
  }
  const photo = drawSidePhoto(shape, shades, scene, trim);
  if (angle === "mirrored") return `<g transform="translate(1600 0) scale(-1 1)">${photo}</g>`;
  return angle === "side" ? photo : zoom(photo, detailOf(shape)[angle]);
}

function drawSidePhoto(shape: BodyShape, shades: Shades, scene: string, trim: Trim): string {
  const { left, scale } = sidePlace(shape);
  return `${scene}<g transform="translate(${left} ${wheelsOnGround}) scale(${scale})">${drawSide(shape, shades, trim)}</g>`;
}

function sidePlace({ length }: BodyShape): { left: number; scale: number } {
  const scale = 1330 / Math.max(length, 1200);
  return { left: (1600 - length * scale) / 2, scale };
}

type Detail = { x: number; y: number; times: number };

/**
 * Centre of each close-up in the car's coordinates, and its magnification relative to the side
 * view.
 */
function detailOf(shape: BodyShape): Record<"wheel" | "nose" | "tail", Detail> {
  const { wheel, length, face } = shape;
  const { left, scale } = sidePlace(shape);
  const place = (x: number, y: number, times: number) => ({
    x: left + x * scale,
    y: wheelsOnGround - y * scale,
    times,
  });
  return {
    wheel: place(wheel.front + 40, wheel.radius + 40, 3.1),
    nose: place(180, face.hood * 0.66, 2.7),
    tail: place(length - 190, face.belt * 0.72, 2.5),
  };
}

function zoom(photo: string, { x, y, times }: Detail): string {
  return `<g transform="translate(${800 - x * times} ${600 - y * times}) scale(${times})">${photo}</g>`;
}

/**
 * Draws the view from the driver's seat, 1600 by 1200; the paint colours the stitching and the hood
 * outside.
 */
function drawInterior(shades: Shades, scene: string, tone: "dark" | "tan"): string {
  const leather = tone === "dark" ? "#23272d" : "#6d5138";
  const soft = mix(leather, "#ffffff", 0.12);
  const deep = mix(leather, "#000000", 0.4);
  return `<defs>
      <linearGradient id="dash" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${soft}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
      <linearGradient id="display" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#17324d"/><stop offset="1" stop-color="#0a1420"/></linearGradient>
      <clipPath id="pane"><path d="M90 90Q800 10 1510 90L1600 560L0 560Z"/></clipPath></defs>
    <rect width="1600" height="1200" fill="#14171b"/>
    <g clip-path="url(#pane)"><g transform="translate(0 -250) scale(1 1)">${scene}</g>
      <path d="M60 600Q800 470 1540 600Z" fill="${shades.base}"/><path d="M300 545Q800 480 1300 545L1200 560Q800 500 400 560Z" fill="${shades.sky}" fill-opacity=".5"/>
      <path d="M200 560l170 0l260 -560l-170 0Z" fill="#fff" fill-opacity=".07"/></g>
    <path d="M0 0H1600V120Q800 -10 0 120Z" fill="#1b1f24"/><path d="M0 0H70L120 560H0Z" fill="#1b1f24"/><path d="M1600 0H1530L1480 560H1600Z" fill="#1b1f24"/>
    <rect x="690" y="62" width="220" height="66" rx="26" fill="#0c0e11"/><rect x="702" y="72" width="196" height="46" rx="20" fill="#51626f"/>
    <path d="M0 560Q800 500 1600 560V1200H0Z" fill="url(#dash)"/>
    <path d="M0 590Q800 530 1600 590" fill="none" stroke="${shades.light}" stroke-width="4" stroke-dasharray="14 10" stroke-opacity=".8"/>
    <path d="M0 700Q800 650 1600 700V724Q800 674 0 724Z" fill="#c9d0d7" fill-opacity=".85"/>
    ${[
      [610, 740],
      [1000, 740],
      [1380, 742],
      [70, 742],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><rect width="160" height="72" rx="22" fill="#0c0e11"/>${[16, 32, 48].map((at) => `<rect x="12" y="${at}" width="136" height="6" rx="3" fill="#3a4149"/>`).join("")}</g>`,
      )
      .join("")}
    <rect x="330" y="560" width="300" height="120" rx="40" fill="#0b0d10"/>
    ${[400, 560].map((x) => `<circle cx="${x}" cy="622" r="50" fill="#101820" stroke="#51606e" stroke-width="4"/><path d="M${x} 622l-26 -28" stroke="#ff7a3c" stroke-width="6" stroke-linecap="round"/><path d="M${x - 36} 646a44 44 0 1 1 72 0" fill="none" stroke="#dfe7ee" stroke-width="4" stroke-dasharray="4 12"/>`).join("")}
    <rect x="640" y="520" width="420" height="196" rx="22" fill="#07090b"/><rect x="654" y="534" width="392" height="168" rx="12" fill="url(#display)"/>
    <path d="M690 680Q760 600 840 640T1020 560" fill="none" stroke="#59b7ff" stroke-width="8" stroke-linecap="round"/><circle cx="840" cy="640" r="12" fill="#ff6a00"/>
    ${[0, 1, 2].map((at) => `<rect x="${676 + at * 44}" y="550" width="32" height="32" rx="9" fill="#fff" fill-opacity="${0.55 - at * 0.13}"/>`).join("")}
    <path d="M690 830H990L1040 1200H640Z" fill="${deep}"/><rect x="720" y="860" width="240" height="90" rx="20" fill="#0d1013"/>
    ${[770, 840, 910].map((x) => `<circle cx="${x}" cy="905" r="27" fill="#262b31" stroke="#8d97a1" stroke-width="4"/>`).join("")}
    <rect x="800" y="1000" width="80" height="150" rx="36" fill="#111418"/><circle cx="840" cy="1010" r="50" fill="${leather}" stroke="${shades.light}" stroke-width="4"/>
    <g transform="translate(480 860)">
      <circle r="300" fill="none" stroke="#0b0d10" stroke-width="66"/><circle r="300" fill="none" stroke="${mix(leather, "#000000", 0.15)}" stroke-width="54"/>
      <path d="M-212 -212A300 300 0 0 1 212 -212" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="14"/>
      <circle r="274" fill="none" stroke="${shades.light}" stroke-width="3" stroke-dasharray="12 8" stroke-opacity=".8"/>
      <path d="M-290 -20Q-150 -60 -110 -50L110 -50Q150 -60 290 -20L284 50Q150 40 116 84L60 290L-60 290L-116 84Q-150 40 -284 50Z" fill="#15181c"/>
      <path d="M-110 -60Q0 -96 110 -60Q128 20 90 84Q0 118 -90 84Q-128 20 -110 -60Z" fill="${leather}"/><circle r="34" fill="#cfd6dd"/><circle r="25" fill="#22272d"/>
      ${[-200, 168].map((x) => `<rect x="${x}" y="-18" width="34" height="34" rx="9" fill="#2d333a"/>`).join("")}
    </g>
    <path d="M1080 1200Q1120 960 1240 920Q1400 890 1480 960Q1560 1040 1570 1200Z" fill="${leather}"/>
    <path d="M1180 1200Q1200 1010 1290 980Q1390 960 1430 1020Q1470 1090 1480 1200" fill="none" stroke="${shades.light}" stroke-width="4" stroke-dasharray="12 9" stroke-opacity=".8"/>`;
}
