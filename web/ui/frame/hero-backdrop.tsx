import type { HeroPattern } from "../theme/hero-pattern.ts";

type HeroBackdropProps = { pattern: HeroPattern; isCentered: boolean };

/**
 * The generated pattern behind a hero. It fades out behind the text, which stays as readable as on
 * the plain colour.
 */
export function HeroBackdrop({ pattern: { tile, figure }, isCentered }: HeroBackdropProps) {
  const fade = isCentered
    ? "[mask-image:radial-gradient(75%_95%_at_50%_50%,transparent_45%,black)] @3xl:[mask-image:radial-gradient(60%_110%_at_50%_45%,transparent_50%,black)]"
    : "[mask-image:radial-gradient(140%_110%_at_0%_60%,transparent_55%,black)] @3xl:[mask-image:linear-gradient(100deg,transparent_38%,black_72%)]";
  return (
    <div className={`pointer-events-none absolute inset-0 -z-10 ${fade}`}>
      <svg aria-hidden="true" className="absolute inset-0 size-full opacity-20">
        <defs>
          <pattern
            id="trama"
            width={tile.size}
            height={tile.size}
            patternUnits="userSpaceOnUse"
            patternTransform={tile.transform}
          >
            <path
              d={tile.path}
              fill="none"
              stroke="currentColor"
              strokeWidth={tile.width}
              strokeLinecap="round"
            />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#trama)" />
      </svg>
      <svg
        aria-hidden="true"
        viewBox="0 0 400 400"
        className={`absolute size-[22rem] overflow-visible opacity-25 @3xl:size-[44rem] ${isCentered ? "-right-32 -bottom-40 @3xl:-right-48" : "-top-24 -right-32 @3xl:-top-20 @3xl:-right-40"}`}
      >
        <path
          d={figure.path}
          transform={figure.transform}
          fill={figure.isFilled ? "currentColor" : "none"}
          stroke={figure.isFilled ? "none" : "currentColor"}
          strokeWidth={figure.width}
        />
      </svg>
    </div>
  );
}
