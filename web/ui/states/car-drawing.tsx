import car from "../car.svg?no-inline";

/**
 * A compact SUV from the side, 480 by 220 units, for use inside another svg; its wheels stand on y
 * = 202.
 */
export function CarShape() {
  return <image href={car} width="480" height="220" />;
}
