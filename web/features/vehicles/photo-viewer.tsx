import { type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from "react";
import Lightbox, { type ControllerRef, type ZoomRef } from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";
import { imageRendition, imageSrcSet } from "#web/ui/picture/photo-addresses.ts";
import { VehiclePhoto } from "#web/ui/picture/vehicle-photo.tsx";

type Box = { width: number; height: number };

type PhotoViewerProps = {
  photos: string[];
  title: string;
  open: boolean;
  /** The photo to begin with. */
  first: number;
  /** Told which photo was shown last. */
  onClose: (shown: number) => void;
};

/** So much is a photo enlarged: it shows all of the largest rendition's pixels on every screen. */
const CLOSE_SCALE = 2.5;
const KEY_STEP = 1.5;

/** Round buttons that are seen on any photo. */
const overPhoto = {
  borderRadius: 999,
  backgroundColor: "rgb(0 0 0 / 0.6)",
  padding: 8,
  filter: "none",
};

/**
 * All photos of a vehicle on the whole screen. Swipes, arrow keys and buttons go through them;
 * pinching, a double tap, a button and + and - enlarge; Esc closes, and the focus goes back.
 */
export function PhotoViewer({ photos, title, open, first, onClose }: PhotoViewerProps) {
  const [shown, setShown] = useState(first);
  const [sizes, setSizes] = useState<Record<string, Box>>({});
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const followKeys = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act || !controller.current || !zoom.current) return;
    event.preventDefault();
    event.stopPropagation();
    act(controller.current, zoom.current);
  };
  const slides = useMemo(
    () =>
      photos.map((photo, index) => ({
        src: photo,
        alt: `${title}, foto ${index + 1} de ${photos.length}`,
        ...sizes[photo],
      })),
    [photos, title, sizes],
  );
  const measure = (photo: string, { currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = currentTarget;
    setSizes((known) => ({ ...known, [photo]: enlarged(naturalWidth, naturalHeight) }));
  };
  return (
    <Lightbox
      open={open}
      close={() => onClose(shown)}
      index={shown}
      on={{ view: ({ index }) => setShown(index) }}
      slides={slides}
      plugins={[Counter, Zoom]}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: 0 }}
      controller={{ ref: controller, closeOnPullDown: true }}
      zoom={{
        ref: zoom,
        zoomInMultiplier: CLOSE_SCALE,
        doubleClickMaxStops: 1,
      }}
      styles={{
        container: { backgroundColor: "#020617" },
        toolbar: { gap: 8, padding: 12 },
        button: overPhoto,
        navigationPrev: { ...overPhoto, left: 12 },
        navigationNext: { ...overPhoto, right: 12 },
      }}
      portal={{ container: { onKeyDownCapture: followKeys } }}
      render={{
        slide: ({ slide, zoom = 1 }) =>
          "src" in slide && (
            <VehiclePhoto
              src={imageRendition(slide.src, { width: 1920 })}
              srcSet={imageSrcSet(slide.src)}
              sizes={zoom > 1 ? "250vw" : "100vw"}
              alt={slide.alt}
              draggable={false}
              decoding="async"
              onLoad={(event) => measure(slide.src, event)}
              className="size-full object-contain"
            />
          ),
        ...(photos.length === 1 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
      labels={{
        Lightbox: `Fotografías de ${title}`,
        Carousel: "carrusel",
        "Photo gallery": "Fotografías",
        Slide: "fotografía",
        "{index} of {total}": "Foto {index} de {total}",
        Previous: "Foto anterior",
        Next: "Foto siguiente",
        "Zoom in": "Ampliar foto",
        "Zoom out": "Reducir foto",
        Close: "Cerrar",
      }}
    />
  );
}

/**
 * The size of a photo that is enlarged most; it tells the viewer how far, and keeps the photo
 * inside.
 */
function enlarged(width: number, height: number): Box {
  const whole = Math.min(innerWidth / width, innerHeight / height);
  return {
    width: CLOSE_SCALE * Math.round(width * whole),
    height: CLOSE_SCALE * Math.round(height * whole),
  };
}

/** What the viewer's own keys leave out. */
const keys: Record<string, (viewer: ControllerRef, zoom: ZoomRef) => void> = {
  Home: (viewer) => viewer.prev({ count: viewer.getLightboxState().currentIndex }),
  End: (viewer) => {
    const { slides, currentIndex } = viewer.getLightboxState();
    viewer.next({ count: slides.length - 1 - currentIndex });
  },
  "+": (_, zoom) => zoom.changeZoom(zoom.zoom * KEY_STEP),
  "=": (_, zoom) => zoom.changeZoom(zoom.zoom * KEY_STEP),
  "-": (_, zoom) => zoom.changeZoom(zoom.zoom / KEY_STEP),
  "0": (_, zoom) => zoom.changeZoom(1),
};
