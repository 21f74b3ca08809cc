import { type ComponentProps, useState } from "react";
import { CARD_WIDTHS, FALLBACK_IMAGE, imageRendition, imageSrcSet } from "./photo-addresses.ts";

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
      srcSet={imageSrcSet(source, CARD_WIDTHS)}
      src={imageRendition(source, { width: 640 })}
      className={`bg-muted object-cover ${className}`}
    />
  );
}

type VehiclePhotoProps = ComponentProps<"img"> & { src: string };

/** A photo of a vehicle; the drawn picture where its file is missing. */
export function VehiclePhoto({ src, srcSet, alt, ...rest }: VehiclePhotoProps) {
  const [missing, setMissing] = useState("");
  const isMissing = missing === src;

  /** A photo of a page from the server may have failed before there was anybody to hear of it. */
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
