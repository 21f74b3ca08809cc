import { type KeyboardEvent, useRef, useState } from "react";
import Lightbox, {
  type ControllerRef,
  type GenericSlide,
  useLightboxState,
  type ZoomRef,
} from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import { useCloseOnBack } from "#web/ui/overlays/close-on-back.tsx";
import { imageRendition, imageSrcSet } from "#web/ui/picture/photo-addresses.ts";
import { VehiclePhoto } from "#web/ui/picture/vehicle-photo.tsx";

/** A photo, measured when rendered. */
interface PhotoSlide extends GenericSlide {
  type: "photo";
  src: string;
  alt: string;
}

declare module "yet-another-react-lightbox" {
  interface SlideTypes {
    photo: PhotoSlide;
  }
}

type PhotoViewerProps = {
  photos: string[];
  title: string;
  open: boolean;
  /** Index of the initial photo. */
  first: number;
  /** Called with the index of the last shown photo. */
  onClose: (shown: number) => void;
};

/** Zoom factor that shows all pixels of the largest rendition on any screen. */
const CLOSE_SCALE = 2.5;
const KEY_STEP = 1.5;

/** Round buttons that stand out on any photo. */
const overPhoto = {
  borderRadius: 999,
  backgroundColor: "rgb(0 0 0 / 0.6)",
  padding: 8,
  filter: "none",
};

/**
 * Full-screen photo viewer. Swipes, arrow keys and buttons change the photo; pinch, double tap, a
 * button, + and - zoom; Esc closes and restores the focus.
 */
export function PhotoViewer({ photos, title, open, first, onClose }: PhotoViewerProps) {
  // The viewer is uncontrolled: a new index or new slides would reset a step that it has not
  // rendered yet.
  const [start] = useState(first);
  const [slides] = useState(() =>
    photos.map((src, index): PhotoSlide => {
      return { type: "photo", src, alt: `${title}, foto ${index + 1} de ${photos.length}` };
    }),
  );
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  // The parent keeps it mounted during the fade-out.
  const [leaving, setLeaving] = useState(false);
  useCloseOnBack(open && !leaving, () => controller.current?.close());
  const followKeys = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act || !controller.current || !zoom.current) return;
    event.preventDefault();
    event.stopPropagation();
    act(controller.current, zoom.current);
  };
  return (
    <Lightbox
      open={open}
      close={() => onClose(controller.current?.getLightboxState().currentIndex ?? start)}
      on={{ exiting: () => setLeaving(true) }}
      index={start}
      slides={slides}
      plugins={[Zoom]}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: 0 }}
      controller={{ ref: controller, closeOnPullDown: true }}
      zoom={{
        ref: zoom,
        supports: ["photo"],
        maxZoom: CLOSE_SCALE,
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
        controls: () => <PhotoCount />,
        slide: ({ slide, zoom = 1 }) =>
          slide.type === "photo" && (
            <VehiclePhoto
              src={imageRendition(slide.src, { width: 1920 })}
              srcSet={imageSrcSet(slide.src)}
              sizes={zoom > 1 ? "250vw" : "100vw"}
              alt={slide.alt}
              draggable={false}
              decoding="async"
              className="max-h-full w-full object-contain"
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

/** A single text node, because the library's counter breaks when a translator wraps its parts. */
function PhotoCount() {
  const { slides, currentIndex } = useLightboxState();
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0 m-3 p-2 text-white/80 leading-8 drop-shadow-md"
    >
      {`${currentIndex + 1} / ${slides.length}`}
    </p>
  );
}

/** Keys that the library does not handle. */
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
