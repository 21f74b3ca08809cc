import type { Angle, Picture } from "./drawings/draw-picture.ts";
import type { SceneName } from "./drawings/draw-scene.ts";
import type { DemoVehicle } from "./read-vehicles.ts";

const scenes: SceneName[] = ["showroom", "lot", "street", "garage"];
const covers: Angle[] = ["side", "mirrored", "side", "mirrored", "front"];
const others: Angle[] = ["front", "rear", "interior", "wheel", "mirrored", "nose", "tail", "side"];
const spokes = [5, 10, 7, 6, 9];

/**
 * The photos of a vehicle, the cover first. `number` is its place in the list, so that neighbours
 * look different.
 */
export function planPhotos(vehicle: DemoVehicle, number: number): Picture[] {
  const cover = covers[number % covers.length] ?? "side";
  const rest = others.filter((angle) => angle !== cover);
  const trim = { spokes: spokes[number % spokes.length] ?? 5, darkRims: number % 3 === 2 };
  return [cover, ...rest].slice(0, vehicle.photos).map((angle, at) => ({
    body: vehicle.body,
    paint: vehicle.paint,
    angle,
    scene: scenes[(number + Math.floor(number / 4) + Math.floor(at / 3)) % scenes.length] ?? "lot",
    trim,
  }));
}
