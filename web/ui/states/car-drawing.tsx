import car from "../car.svg?no-inline";

/** What car.svg is painted in by its fragment. */
export type CarPaint = "orange" | "white" | "blue" | "silver";

/**
 * A compact SUV from the side, 480 by 220 units, for use inside another svg; its wheels stand on y
 * = 202.
 */
export function CarShape({ paint = "orange" }: { paint?: CarPaint }) {
  return <image href={`${car}#${paint}`} width="480" height="220" />;
}

/** The same car as a picture of its own. Decoration. */
export function CarDrawing({
  paint = "orange",
  className,
}: {
  paint?: CarPaint;
  className?: string;
}) {
  return <img src={`${car}#${paint}`} alt="" width={480} height={220} className={className} />;
}
