import { SentenceError } from "#web/ui/states/sentence-error.ts";

const WISHES: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/**
 * Opens the camera at the back of the phone. Throws SentenceError, which says what to do instead.
 */
export async function openCamera(): Promise<MediaStream> {
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
