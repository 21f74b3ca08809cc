import { type BodyShape, type BodyStyle, bodyShapes } from "./body-shapes.ts";
import { drawFace } from "./draw-face.ts";
import { drawInterior } from "./draw-interior.ts";
import { drawScene, groundLine, type SceneName } from "./draw-scene.ts";
import { drawSide, type Trim } from "./draw-side.ts";
import { type Paint, type Shades, shadesOf } from "./paint.ts";

/** From where a photo is taken; the last three are details. */
export type Angle = "side" | "front" | "rear" | "mirrored" | "interior" | "wheel" | "nose" | "tail";

/** One photo of a car. */
export type Picture = { body: BodyStyle; paint: Paint; angle: Angle; scene: SceneName; trim: Trim };

const wheelsOnGround = groundLine + 40;

/**
 * Draws a photo as an SVG, shown at 1280 by 960. The same picture always gives the same text.
 * Shapes are made see-through by `fill-opacity`: for each `opacity` the renderer makes a whole
 * picture of its own, which takes half of its time.
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

/** What a detail shows, in the car's own space, and how many times larger than in the side view. */
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
