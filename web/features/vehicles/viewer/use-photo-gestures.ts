import { type PointerEvent, useRef, useState } from "react";
import {
  type Box,
  CLOSE_SCALE,
  fitInside,
  keepInside,
  type Point,
  type View,
  wholePhoto,
  zoomAt,
} from "./zoom.ts";

/** A press that moves less than this is a tap. */
const TAP_PIXELS = 10;
const DOUBLE_TAP_MILLISECONDS = 300;
/** So much of the screen's width turns the page. */
const TURNING_PART = 0.18;

type PhotoGestures = {
  view: View;
  /** How far the row of photos is dragged aside, in pixels. */
  drag: number;
  /** True while fingers lead, so that nothing else animates. */
  held: boolean;
  /** Enlarges around the middle, or shows the whole photo again. */
  zoomTo: (scale: number) => void;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
};

/**
 * What fingers and a mouse do to a photo: swipe to the next one, pinch and double tap to enlarge, move what is enlarged.
 * `picture` gives the size of the photo's own pixels; `onTurn` is told to go one photo back or on.
 */
export function usePhotoGestures(options: {
  picture: () => Box;
  onTurn: (step: 1 | -1) => void;
}): PhotoGestures {
  const [view, setView] = useState(wholePhoto);
  const [drag, setDrag] = useState(0);
  const [held, setHeld] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const lastTap = useRef<{ at: number; point: Point } | null>(null);
  const screen = useRef<Box>({ width: 1, height: 1 });

  const look = (next: View) =>
    setView(keepInside(next, fitInside(options.picture(), screen.current), screen.current));
  const zoomTo = (scale: number) =>
    scale === 1 ? setView(wholePhoto) : look(zoomAt(view, { x: 0, y: 0 }, scale));

  const tap = (event: PointerEvent<HTMLElement>, point: Point) => {
    const before = lastTap.current;
    lastTap.current = { at: event.timeStamp, point };
    if (!before || event.timeStamp - before.at > DOUBLE_TAP_MILLISECONDS) return;
    if (distance(before.point, point) > 4 * TAP_PIXELS) return;
    lastTap.current = null;
    if (view.scale > 1) setView(wholePhoto);
    else look(zoomAt(view, point, CLOSE_SCALE));
  };

  const release = (event: PointerEvent<HTMLElement>, isTap: boolean) => {
    const point = pointers.current.get(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (!point || pointers.current.size > 0) return;
    setHeld(false);
    setDrag(0);
    if (isTap && moved.current < TAP_PIXELS) tap(event, point);
    else if (Math.abs(drag) > TURNING_PART * screen.current.width)
      options.onTurn(drag < 0 ? 1 : -1);
  };

  return {
    view,
    drag,
    held,
    zoomTo,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        const { width, height } = event.currentTarget.getBoundingClientRect();
        screen.current = { width, height };
        event.currentTarget.setPointerCapture(event.pointerId);
        if (pointers.current.size === 0) moved.current = 0;
        pointers.current.set(event.pointerId, fromCentre(event));
        setHeld(true);
      },
      onPointerMove: (event) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const point = fromCentre(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, point);
        moved.current += distance(before, point);
        if (other) look(pinch(view, { before, point, other }));
        else if (view.scale > 1) look(shift(view, before, point));
        else setDrag(drag + point.x - before.x);
      },
      onPointerUp: (event) => release(event, true),
      onPointerCancel: (event) => release(event, false),
    },
  };
}

/** One finger of two moved: enlarged as they part, around their middle, which the photo follows. */
function pinch(
  view: View,
  { before, point, other }: { before: Point; point: Point; other: Point },
) {
  const apart = Math.max(1, distance(before, other));
  const zoomed = zoomAt(view, middle(before, other), (view.scale * distance(point, other)) / apart);
  return shift(zoomed, middle(before, other), middle(point, other));
}

function shift(view: View, from: Point, to: Point): View {
  return { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y };
}

function fromCentre({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
