import car from "../car.svg?no-inline";

/**
 * A compact SUV from the side, 480 by 220 units, for use in another svg; its wheels touch y = 202.
 */
export function CarShape() {
  return <image href={car} width="480" height="220" />;
}
