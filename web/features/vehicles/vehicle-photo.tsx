import { type ComponentProps, useState } from "react";
import { FALLBACK_IMAGE } from "./fallback-image.ts";

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
