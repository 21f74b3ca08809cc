import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { useLazyModule } from "#web/ui/overlays/use-lazy-module.ts";
import { FALLBACK_IMAGE } from "#web/ui/picture/photo-addresses.ts";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import { PhotoRow, PhotoSteps, usePhotoRow } from "../photo-row.tsx";

const fetchViewer = () => import("../photo-viewer.tsx");
/** Thumbnails show photos 2 to 5 (docs/product/inventory.md). */
const LAST_THUMBNAIL = 5;

/**
 * The main photo with thumbnails 2 to 5. Swipes and arrow keys go through all photos; a press opens
 * them full screen.
 */
export function VehicleGallery({ images, title }: { images: string[]; title: string }) {
  const photos = images.length > 0 ? images : [FALLBACK_IMAGE];
  const state = usePhotoRow(photos.length);
  const viewer = useLazyModule(fetchViewer);
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const show = () => {
    viewer.request();
    setOpen(true);
    setOpenings(openings + 1);
  };
  const close = (shown: number) => {
    setOpen(false);
    state.show(shown);
  };
  return (
    <section
      aria-roledescription="galería"
      aria-label={`Fotografías de ${title}`}
      className="grid content-start gap-2 sm:gap-3"
    >
      <div className="relative -mx-4 overflow-hidden bg-muted sm:mx-0 sm:rounded-2xl sm:shadow-card">
        <PhotoRow
          photos={photos}
          title={title}
          state={state}
          {...(images.length > 0 && { onOpen: show })}
        />
        {photos.length > 1 && <PhotoSteps count={photos.length} state={state} />}
        {images.length > 0 && (
          <button
            type="button"
            aria-label="Ver a pantalla completa"
            aria-busy={viewer.waiting || undefined}
            onPointerEnter={viewer.prefetch}
            onFocus={viewer.prefetch}
            onClick={show}
            className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80"
          >
            <Maximize2 aria-hidden="true" className="size-[1.125rem]" />
          </button>
        )}
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} shown={state.shown} onShow={state.show} />}
      {viewer.part && (
        <viewer.part.PhotoViewer
          key={openings}
          photos={photos}
          title={title}
          open={open}
          first={state.shown}
          onClose={close}
        />
      )}
    </section>
  );
}

function Thumbnails(props: { photos: string[]; shown: number; onShow: (index: number) => void }) {
  const { photos, shown, onShow } = props;
  const more = photos.length - LAST_THUMBNAIL;
  return (
    <ul className="grid grid-cols-4 gap-2 sm:gap-3">
      {photos.slice(1, LAST_THUMBNAIL).map((photo, offset) => {
        const index = offset + 1;
        const hidden = index === LAST_THUMBNAIL - 1 && more > 0 ? `+${more}` : null;
        return (
          <li key={photo}>
            <button
              type="button"
              aria-label={hidden ? `Ver foto ${index + 1}, ${hidden}` : `Ver foto ${index + 1}`}
              aria-current={index === shown || undefined}
              onClick={() => onShow(index)}
              className="relative block w-full overflow-hidden rounded-lg ring-primary ring-offset-2 ring-offset-background hover:opacity-90 aria-[current=true]:ring-2"
            >
              <VehicleThumbnail photo={photo} sizes="190px" alt="" className="aspect-4/3 w-full" />
              {hidden && (
                <span
                  aria-hidden="true"
                  className="numeric absolute inset-0 grid place-items-center bg-black/50 font-semibold text-lg text-white"
                >
                  {hidden}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
