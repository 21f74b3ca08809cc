import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { preload } from "react-dom";
import { imageRendition, imageSrcSet, sizesOnPhone } from "#web/ui/picture/photo-addresses.ts";
import { VehiclePhoto } from "#web/ui/picture/vehicle-photo.tsx";

const SIZES = `(min-width: 1280px) 760px, (min-width: 1024px) 60vw, ${sizesOnPhone(100)}`;

type PhotoRowProps = {
  photos: string[];
  title: string;
  state: PhotoRowState;
  /** Opens the photo viewer on press; keyboard users have a button for it. */
  onOpen?: () => void;
};

/** Photos in a snapping row that can be swiped without script. The first one is fetched early. */
export function PhotoRow({ photos, title, state, onOpen }: PhotoRowProps) {
  preloadPhoto(photos[0]);
  return (
    <ul
      ref={state.row}
      onScroll={state.followScroll}
      onClick={onOpen}
      onPointerDown={state.forgetAim}
      onKeyDown={state.followKeys}
      aria-label={`Fotografías de ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
      tabIndex={0}
      className={`flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] focus-visible:outline-offset-[-4px] print:[&>:not(:first-child)]:hidden ${onOpen ? "cursor-zoom-in" : ""}`}
    >
      {photos.map((photo, index) => (
        <li key={photo} id={photoId(index)} className="w-full shrink-0 snap-center snap-always">
          <VehiclePhoto
            src={imageRendition(photo, { width: 800 })}
            srcSet={imageSrcSet(photo)}
            sizes={SIZES}
            alt={photoLabel(title, index, photos.length)}
            width={1600}
            height={1200}
            decoding="async"
            loading={index === 0 ? "eager" : "lazy"}
            fetchPriority={index === 0 ? "high" : "auto"}
            className="aspect-4/3 w-full object-cover"
          />
        </li>
      ))}
    </ul>
  );
}

/** Previous and next buttons, and the position. */
export function PhotoSteps({ count, state }: { count: number; state: PhotoRowState }) {
  const { shown, step } = state;
  return (
    <>
      <button
        type="button"
        aria-label="Foto anterior"
        disabled={shown === 0}
        onClick={() => step(-1)}
        className={`${stepStyles} left-3`}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Foto siguiente"
        disabled={shown === count - 1}
        onClick={() => step(1)}
        className={`${stepStyles} right-3`}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
      <p className="numeric absolute top-3 right-3 rounded-full noscript:hidden bg-black/60 px-2.5 py-1 font-medium text-white text-xs">
        <span aria-hidden="true">{`${shown + 1} / ${count}`}</span>
        <span aria-live="polite" className="sr-only">
          {`Foto ${shown + 1} de ${count}`}
        </span>
      </p>
    </>
  );
}

const stepStyles =
  "absolute inset-y-0 my-auto grid size-11 place-items-center rounded-full noscript:hidden bg-white/90 text-slate-900 shadow-raised transition-[opacity,background-color] hover:bg-white disabled:opacity-0";

/** Anchor of a photo, for plain links. */
export function photoId(index: number): string {
  return `foto-${index + 1}`;
}

function preloadPhoto(photo: string | undefined) {
  if (photo === undefined) return;
  preload(imageRendition(photo, { width: 800 }), {
    as: "image",
    imageSrcSet: imageSrcSet(photo),
    imageSizes: SIZES,
    fetchPriority: "high",
  });
}

function photoLabel(title: string, index: number, count: number): string {
  return count === 1 ? title : `${title}, foto ${index + 1} de ${count}`;
}

export type PhotoRowState = {
  row: RefObject<HTMLUListElement | null>;
  /** Index of the visible photo. */
  shown: number;
  show: (index: number) => void;
  /** Moves by a number of photos, counted from the target of a running scroll. */
  step: (by: number) => void;
  followScroll: () => void;
  /** Called when a touch interrupts the scroll. */
  forgetAim: () => void;
  followKeys: (event: KeyboardEvent) => void;
};

/** State of a photo row, moved by swipes, arrow keys and calls of `show`. */
export function usePhotoRow(count: number): PhotoRowState {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const aim = useRef<number | null>(null);

  const show = (index: number) => {
    const list = row.current;
    if (list === null || index < 0 || index >= count) return;
    aim.current = index;
    // CSS defines the scroll behavior, including reduced motion.
    list.scrollTo({ left: index * list.clientWidth });
  };
  const followScroll = () => {
    const list = row.current;
    if (list === null) return;
    const index = Math.round(list.scrollLeft / list.clientWidth);
    setShown(index);
    if (index === aim.current) aim.current = null;
  };
  const step = (by: number) => show((aim.current ?? shown) + by);
  const forgetAim = () => {
    aim.current = null;
  };
  // The row may have been scrolled before hydration, or restored by the browser.
  useEffect(followScroll, []);
  const followKeys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[event.key];
    // With Alt or Command the arrow keys are the browser's history shortcuts.
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    step(by);
  };
  return { row, shown, show, step, followScroll, forgetAim, followKeys };
}
