import { type ComponentProps, useState } from "react";
import { CARD_WIDTHS, FALLBACK_IMAGE, imageRendition, imageSrcSet } from "./photo-addresses.ts";

type VehicleThumbnailProps = {
  photo: string | undefined;
  /** The drawn width, as in an img element's sizes. */
  sizes: string;
  alt: string;
  /** In view from the start, so it is not lazy. */
  eager?: boolean;
  /** The largest element of the page, so it is fetched first. */
  first?: boolean;
  className?: string;
};

/** A photo at its drawn size; the placeholder without one. */
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
      srcSet={imageSrcSet(source, CARD_WIDTHS)}
      src={imageRendition(source, { width: 640 })}
      className={`bg-muted object-cover ${className}`}
    />
  );
}

type VehiclePhotoProps = ComponentProps<"img"> & { src: string };

/** A vehicle's photo; the placeholder when its file is missing. */
export function VehiclePhoto({ src, srcSet, alt, ...rest }: VehiclePhotoProps) {
  const [missing, setMissing] = useState("");
  const isMissing = missing === src;

  /** On a server-rendered page the photo may have failed before React attached its handlers. */
  function look(image: HTMLImageElement | null): void {
    if (image?.complete && image.naturalWidth === 0) setMissing(src);
  }

  return (
    <img
      ref={look}
      {...rest}
      alt={alt}
      src={isMissing ? FALLBACK_IMAGE : src}
      srcSet={isMissing ? undefined : srcSet}
      onError={() => setMissing(src)}
    />
  );
}
