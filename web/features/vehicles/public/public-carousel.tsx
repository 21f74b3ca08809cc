import type { MouseEvent } from "react";
import { FALLBACK_IMAGE } from "../fallback-image.ts";
import { PhotoRow, PhotoSteps, photoId } from "../photo-row.tsx";
import { type PhotoRowState, usePhotoRow } from "../use-photo-row.ts";

const SIZES = "(min-width: 1280px) 760px, (min-width: 1024px) 60vw, 100vw";

/**
 * The photos of a public vehicle page: previous, next and dots when there is more than one (product
 * section 2).
 */
export function PublicCarousel({ images, title }: { images: string[]; title: string }) {
  const photos = images.length > 0 ? images : [FALLBACK_IMAGE];
  const state = usePhotoRow(photos.length);
  return (
    <section
      aria-roledescription="carrusel"
      aria-label={`Fotografías de ${title}`}
      className="relative overflow-hidden bg-muted sm:rounded-2xl sm:shadow-card"
    >
      <PhotoRow photos={photos} title={title} sizes={SIZES} state={state} />
      {photos.length > 1 && (
        <>
          <PhotoSteps count={photos.length} state={state} />
          <PhotoDots count={photos.length} state={state} />
        </>
      )}
    </section>
  );
}

/** Links to each photo; without script they still lead there. */
function PhotoDots({ count, state }: { count: number; state: PhotoRowState }) {
  const follow = (event: MouseEvent, index: number) => {
    event.preventDefault();
    state.show(index);
  };
  return (
    <nav
      aria-label="Ir a una foto"
      className="absolute inset-x-0 bottom-0 flex justify-center bg-linear-to-t from-black/45 to-transparent pt-8 pb-1"
    >
      {Array.from({ length: count }, (_, index) => photoId(index)).map((id, index) => (
        <a
          key={id}
          href={`#${id}`}
          aria-label={`Foto ${index + 1}`}
          aria-current={index === state.shown ? "true" : undefined}
          onClick={(event) => follow(event, index)}
          className="group/dot grid h-8 min-w-6 place-items-center focus-visible:outline-white focus-visible:outline-offset-[-2px]"
        >
          <span className="h-2 w-2 rounded-full bg-white/60 transition-[width,background-color] duration-200 group-hover/dot:bg-white group-aria-[current=true]/dot:w-5 group-aria-[current=true]/dot:bg-white" />
        </a>
      ))}
    </nav>
  );
}
