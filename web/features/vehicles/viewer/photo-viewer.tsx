import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useRef, useState } from "react";
import { useReturnFocus } from "#web/ui/use-return-focus.ts";
import { imageRendition, imageSrcSet } from "../image-rendition.ts";
import { VehiclePhoto } from "../vehicle-photo.tsx";
import { usePhotoGestures } from "./use-photo-gestures.ts";
import { ViewerButton } from "./viewer-button.tsx";
import { photoOfKey, scaleOfKey } from "./viewer-keys.ts";
import { CLOSE_SCALE, type View } from "./zoom.ts";

type PhotoViewerProps = {
  photos: string[];
  title: string;
  /** The photo to begin with. */
  first: number;
  /** Told which photo was shown last. */
  onClose: (shown: number) => void;
};

/**
 * All photos of a vehicle on the whole screen. Swipes, arrow keys and buttons go through them; pinching, a double tap, a
 * button and + and - enlarge; Esc closes, and the focus goes back to where it was.
 */
export function PhotoViewer({ photos, title, first, onClose }: PhotoViewerProps) {
  const [shown, setShown] = useState(first);
  const returnFocus = useReturnFocus();
  const picture = useRef<HTMLImageElement>(null);
  const { view, drag, held, zoomTo, handlers } = usePhotoGestures({
    picture: () => ({
      width: picture.current?.naturalWidth ?? 0,
      height: picture.current?.naturalHeight ?? 0,
    }),
    onTurn: (step) => go(shown + step),
  });
  const go = (index: number) => {
    if (index < 0 || index >= photos.length) return;
    zoomTo(1);
    setShown(index);
  };
  const followKeys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = photoOfKey(event.key, shown, photos.length);
    const scale = scaleOfKey(event.key, view.scale);
    if (index === null && scale === null) return;
    event.preventDefault();
    if (index !== null) go(index);
    if (scale !== null) zoomTo(scale);
  };
  const enlarged = view.scale > 1;

  return (
    <Dialog.Root open onOpenChange={() => onClose(shown)}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={followKeys}
          {...returnFocus}
          className="fixed inset-0 z-50 grid select-none overflow-hidden bg-slate-950 text-white outline-none duration-200 data-[state=open]:animate-in data-[state=open]:fade-in-0"
        >
          <Dialog.Title className="sr-only">Fotografías de {title}</Dialog.Title>
          <div
            data-testid="photo-stage"
            {...handlers}
            className="col-start-1 row-start-1 size-full touch-none overflow-hidden"
          >
            <ul
              style={{ transform: `translateX(calc(${-100 * shown}% + ${drag}px))` }}
              className={`flex size-full ${held ? "" : glide}`}
            >
              {photos.map((photo, index) => (
                <li
                  key={photo}
                  aria-hidden={index !== shown}
                  className="size-full shrink-0 overflow-hidden"
                >
                  {Math.abs(index - shown) <= 1 && (
                    <VehiclePhoto
                      ref={index === shown ? picture : undefined}
                      src={imageRendition(photo, { width: 1920 })}
                      srcSet={imageSrcSet(photo)}
                      sizes={enlarged ? "250vw" : "100vw"}
                      alt={`${title}, foto ${index + 1} de ${photos.length}`}
                      draggable={false}
                      decoding="async"
                      style={index === shown ? placed(view) : undefined}
                      className={`size-full object-contain ${held ? "" : glide} ${enlarged ? "cursor-grab" : "cursor-zoom-in"}`}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
          <header className="pointer-events-none relative col-start-1 row-start-1 flex h-fit items-center justify-between gap-3 bg-linear-to-b from-black/60 to-transparent p-3 pb-8 [&>*]:pointer-events-auto">
            <p className="numeric rounded-full bg-black/60 px-3 py-1 font-medium text-sm">
              <span aria-hidden="true">
                {shown + 1} / {photos.length}
              </span>
              <span aria-live="polite" className="sr-only">
                Foto {shown + 1} de {photos.length}
              </span>
            </p>
            <div className="flex gap-2">
              <ViewerButton
                label={enlarged ? "Reducir foto" : "Ampliar foto"}
                onClick={() => zoomTo(enlarged ? 1 : CLOSE_SCALE)}
              >
                {enlarged ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
              </ViewerButton>
              <ViewerButton label="Cerrar" onClick={() => onClose(shown)}>
                <X aria-hidden="true" />
              </ViewerButton>
            </div>
          </header>
          {photos.length > 1 && !enlarged && (
            <div className="pointer-events-none relative col-start-1 row-start-1 flex items-center justify-between self-center p-3 [&>*]:pointer-events-auto">
              <ViewerButton
                label="Foto anterior"
                disabled={shown === 0}
                onClick={() => go(shown - 1)}
              >
                <ChevronLeft aria-hidden="true" />
              </ViewerButton>
              <ViewerButton
                label="Foto siguiente"
                disabled={shown === photos.length - 1}
                onClick={() => go(shown + 1)}
              >
                <ChevronRight aria-hidden="true" />
              </ViewerButton>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const glide = "transition-transform duration-250 ease-out-soft";

function placed({ scale, x, y }: View) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}
