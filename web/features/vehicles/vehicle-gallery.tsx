import { FALLBACK_IMAGE } from "./image-rendition.ts";
import { PhotoRow, PhotoSteps } from "./photo-row.tsx";
import { usePhotoRow } from "./use-photo-row.ts";
import { VehicleThumbnail } from "./vehicle-thumbnail.tsx";

const SIZES = "(min-width: 1280px) 760px, (min-width: 1024px) 60vw, 100vw";
/** Thumbnails show photos 2 to 5 (spec section 9). */
const LAST_THUMBNAIL = 5;

/** The main photo with thumbnails 2 to 5; swipes and arrow keys go through all photos. */
export function VehicleGallery({ images, title }: { images: string[]; title: string }) {
  const photos = images.length > 0 ? images : [FALLBACK_IMAGE];
  const state = usePhotoRow(photos.length);
  return (
    <section
      aria-roledescription="galería"
      aria-label={`Fotografías de ${title}`}
      className="grid gap-2 sm:gap-3"
    >
      <div className="relative -mx-4 overflow-hidden bg-muted sm:mx-0 sm:rounded-2xl sm:shadow-card">
        <PhotoRow photos={photos} title={title} sizes={SIZES} state={state} />
        {photos.length > 1 && <PhotoSteps count={photos.length} state={state} />}
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} shown={state.shown} onShow={state.show} />}
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
