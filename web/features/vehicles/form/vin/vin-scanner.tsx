import { CameraOff, Flashlight, FlashlightOff, ImageUp, ScanLine } from "lucide-react";
import { type ChangeEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { UserFacingError, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { scanPhoto, scanVideo } from "./scan-vin.ts";

const WISHES: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Opens the back camera. Throws UserFacingError with advice. */
async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new UserFacingError(
      "Este navegador no permite usar la cámara en esta página. Toma una foto del código y elígela aquí.",
    );
  }
  try {
    return await navigator.mediaDevices.getUserMedia(WISHES);
  } catch (error) {
    throw new UserFacingError(explain(error));
  }
}

function explain(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") {
    return "No hay permiso para usar la cámara. Actívalo en los ajustes del navegador o elige una foto del código.";
  }
  if (name === "NotFoundError") {
    return "No se encontró ninguna cámara. Elige una foto del código o escribe el VIN.";
  }
  return "No se pudo abrir la cámara: quizá la usa otra aplicación. Ciérrala, o elige una foto del código.";
}

/** State of the scanner; `live` has the track, so that the torch can be switched. */
type CameraState =
  | { name: "opening" }
  | { name: "live"; track: MediaStreamTrack | undefined }
  | { name: "unavailable"; reason: string };

/** Runs the camera while mounted, and calls `onVin` once with the first VIN. */
function useVinCamera(onVin: (vin: string) => void): {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
} {
  const [state, setState] = useState<CameraState>({ name: "opening" });
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onVin);
  report.current = onVin;

  useEffect(() => {
    const stop = new AbortController();
    run(video, stop.signal, setState).then(
      (vin) => vin && report.current(vin),
      (error: unknown) => !stop.signal.aborted && setState(unavailable(error)),
    );
    return () => stop.abort();
  }, []);

  return { state, video };
}

async function run(
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  show: (state: CameraState) => void,
): Promise<string | null> {
  const stream = await openCamera();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener("abort", close);
  if (signal.aborted || !video.current) {
    close();
    return null;
  }
  video.current.srcObject = stream;
  show({ name: "live", track: stream.getVideoTracks()[0] });
  await video.current.play().catch(() => undefined);
  return scanVideo(video.current, signal).finally(close);
}

function unavailable(error: unknown): CameraState {
  return { name: "unavailable", reason: userMessageOf(error, "No se pudo abrir la cámara.") };
}

/** Content of the scan dialog: video, torch, and a photo as fallback. */
export default function VinScanner({ onVin }: { onVin: (vin: string) => void }) {
  const { state, video } = useVinCamera(onVin);
  return (
    <div className="grid gap-4">
      <div className="relative aspect-4/3 overflow-hidden rounded-xl bg-secondary text-secondary-foreground">
        <video
          ref={video}
          muted
          playsInline
          aria-label="Imagen de la cámara"
          className="absolute inset-0 size-full object-cover"
        />
        <CameraOverlay state={state} />
        {state.name === "live" && state.track && hasTorch(state.track) && (
          <TorchButton track={state.track} />
        )}
      </div>
      <PhotoFallback onVin={onVin} />
    </div>
  );
}

function CameraOverlay({ state }: { state: CameraState }) {
  if (state.name === "live") {
    return (
      <>
        <div
          aria-hidden="true"
          className="absolute inset-x-[6%] top-1/2 h-1/3 -translate-y-1/2 rounded-lg border-2 border-primary shadow-[0_0_0_100vmax_hsl(222_47%_6%/0.45)]"
        />
        <p
          role="status"
          className="absolute inset-x-0 bottom-3 flex items-center justify-center gap-2 font-medium text-sm text-white"
        >
          <ScanLine aria-hidden="true" className="size-4" />
          Centra el código en el marco
        </p>
      </>
    );
  }
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-secondary p-6 text-center text-sm leading-relaxed"
    >
      {state.name === "opening" ? (
        <>
          <Spinner />
          <span>Abriendo la cámara...</span>
        </>
      ) : (
        <>
          <CameraOff aria-hidden="true" className="size-7" />
          <span>{state.reason}</span>
        </>
      )}
    </div>
  );
}

function TorchButton({ track }: { track: MediaStreamTrack }) {
  const [on, setOn] = useState(false);
  const toggle = async () => {
    if (await switchTorch(track, !on)) setOn(!on);
  };
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-pressed={on}
      aria-label="Linterna"
      onClick={toggle}
      className="absolute top-3 right-3 rounded-full"
    >
      {on ? <FlashlightOff aria-hidden="true" /> : <Flashlight aria-hidden="true" />}
    </Button>
  );
}

function PhotoFallback({ onVin }: { onVin: (vin: string) => void }) {
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setReading(true);
    setProblem(null);
    try {
      onVin(await scanPhoto(file));
    } catch (error) {
      setProblem(userMessageOf(error, "No se pudo leer la foto."));
    } finally {
      setReading(false);
    }
  }

  return (
    <div className="grid gap-2">
      <label
        htmlFor={id}
        className={`${buttonStyles({ variant: "outline" })} has-focus-visible:outline-2 has-focus-visible:outline-ring`}
      >
        {reading ? <Spinner className="size-4" /> : <ImageUp aria-hidden="true" />}
        <span>Usar una foto del código</span>
        <input
          id={id}
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={read}
          disabled={reading}
        />
      </label>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

/** Whether the camera has a torch. */
function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: object = track?.getCapabilities?.() ?? {};
  return "torch" in capabilities && Boolean(capabilities.torch);
}

/** Switches the torch; false if the camera refuses. */
async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  return track.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  );
}
