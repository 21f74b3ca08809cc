import { type RefObject, useEffect, useRef, useState } from "react";
import { SentenceError, sentenceOf } from "#web/ui/states/sentence-error.ts";
import { scanVideo } from "./scan-vin.ts";

const WISHES: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/**
 * Opens the camera at the back of the phone. Throws SentenceError, which says what to do instead.
 */
async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new SentenceError(
      "Este navegador no permite usar la cámara en esta página. Toma una foto del código y elígela aquí.",
    );
  }
  try {
    return await navigator.mediaDevices.getUserMedia(WISHES);
  } catch (error) {
    throw new SentenceError(explain(error));
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

/** What the scanner shows; `live` carries the track, so that its light can be switched. */
export type CameraState =
  | { name: "opening" }
  | { name: "live"; track: MediaStreamTrack | undefined }
  | { name: "unavailable"; reason: string };

/**
 * Runs the camera for as long as the component is shown and calls `onVin` once, with the first VIN
 * that it reads.
 */
export function useVinCamera(onVin: (vin: string) => void): {
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
  return { name: "unavailable", reason: sentenceOf(error, "No se pudo abrir la cámara.") };
}
