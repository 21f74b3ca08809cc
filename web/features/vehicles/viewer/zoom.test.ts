import { describe, expect, test } from "vitest";
import { fitInside, keepInside, LARGEST_SCALE, wholePhoto, zoomAt } from "./zoom.ts";

const screen = { width: 400, height: 800 };
const photo = { width: 400, height: 300 };

describe("zoomAt", () => {
  test("what lies under the fingers stays there", () => {
    const point = { x: 100, y: -50 };
    const view = zoomAt(wholePhoto, point, 2);
    const shownAt = (at: typeof point) => ({
      x: (at.x - view.x) / view.scale,
      y: (at.y - view.y) / view.scale,
    });
    expect(shownAt(point)).toEqual(point);
  });

  test("a photo becomes neither smaller than the screen nor larger than its largest", () => {
    expect(zoomAt(wholePhoto, { x: 0, y: 0 }, 0.2).scale).toBe(1);
    expect(zoomAt(wholePhoto, { x: 0, y: 0 }, 99).scale).toBe(LARGEST_SCALE);
  });
});

describe("keepInside", () => {
  test("a whole photo stays in the middle", () => {
    expect(keepInside({ scale: 1, x: 80, y: -30 }, photo, screen)).toEqual(wholePhoto);
  });

  test("an enlarged photo can be moved to its edge and no further", () => {
    expect(keepInside({ scale: 2, x: 900, y: 900 }, photo, screen)).toEqual({
      scale: 2,
      x: 200,
      y: 0,
    });
  });
});

describe("fitInside", () => {
  test.each([
    [
      { width: 1600, height: 1200 },
      { width: 400, height: 300 },
    ],
    [
      { width: 600, height: 1600 },
      { width: 300, height: 800 },
    ],
    [{ width: 0, height: 0 }, screen],
  ])("a picture of %o is shown as %o", (picture, shown) => {
    expect(fitInside(picture, screen)).toEqual(shown);
  });
});
