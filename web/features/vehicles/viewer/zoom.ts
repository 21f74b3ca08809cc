export type Point = { x: number; y: number };
export type Box = { width: number; height: number };

/** How a photo is seen: its enlargement, and how far its centre lies from the screen's, in pixels. */
export type View = Point & { scale: number };

/** The whole photo. */
export const wholePhoto: View = { scale: 1, x: 0, y: 0 };

export const LARGEST_SCALE = 4;
/** What a double tap and the button enlarge to. */
export const CLOSE_SCALE = 2.5;

/** The view in which `point` (from the screen's centre) shows what it showed before, at another scale. */
export function zoomAt(view: View, point: Point, scale: number): View {
  const next = Math.min(LARGEST_SCALE, Math.max(1, scale));
  const ratio = next / view.scale;
  return {
    scale: next,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  };
}

/** The view moved back so far that the photo's edge never leaves a gap that the other side could fill. */
export function keepInside({ scale, x, y }: View, photo: Box, screen: Box): View {
  return {
    scale,
    x: within((photo.width * scale - screen.width) / 2, x),
    y: within((photo.height * scale - screen.height) / 2, y),
  };
}

function within(room: number, shift: number): number {
  return room <= 0 ? 0 : Math.min(room, Math.max(-room, shift));
}

/** How large a picture of these proportions is when it is shown whole. */
export function fitInside(picture: Box, screen: Box): Box {
  if (picture.width === 0 || picture.height === 0) return screen;
  const ratio = Math.min(screen.width / picture.width, screen.height / picture.height);
  return { width: picture.width * ratio, height: picture.height * ratio };
}
