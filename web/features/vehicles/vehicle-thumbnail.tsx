import { FALLBACK_IMAGE } from "./fallback-image.ts";
import { imageRendition, imageSrcSet } from "./image-rendition.ts";
import { VehiclePhoto } from "./vehicle-photo.tsx";

const WIDTHS = [320, 480, 640, 960] as const;

type VehicleThumbnailProps = {
  photo: string | undefined;
  /** How wide it is drawn, as in an img element's sizes. */
  sizes: string;
  alt: string;
  /** In view from the start, so that it is not held back. */
  eager?: boolean;
  /** The largest thing on the page, so that it is fetched before everything else. */
  first?: boolean;
  className?: string;
};

/** A photo at the size it is drawn at; the drawn picture where there is no photo. */
export function VehicleThumbnail(props: VehicleThumbnailProps) {
  const { photo, sizes, alt, eager, first, className = "" } = props;
  const source = photo ?? FALLBACK_IMAGE;
  return (
    <VehiclePhoto
      alt={alt}
      width={640}
      height={480}
      decoding="async"
      loading={eager ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      sizes={sizes}
      srcSet={imageSrcSet(source, WIDTHS)}
      src={imageRendition(source, { width: 640 })}
      className={`bg-muted object-cover ${className}`}
    />
  );
}
