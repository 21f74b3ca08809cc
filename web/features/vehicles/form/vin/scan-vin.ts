import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { createVinReader, findVin } from "./find-vin.ts";

const PAUSE_BETWEEN_FRAMES = 120;

/** Looks at the video until a VIN is found or the signal says stop; null when stopped. */
export async function scanVideo(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | null> {
  const { readCodes } = await import("./read-codes.ts");
  const readVin = createVinReader();
  while (!signal.aborted) {
    const codes = video.readyState >= video.HAVE_CURRENT_DATA ? await readCodes(video) : [];
    const vin = codes.map(readVin).find((found) => found !== null);
    if (vin && !signal.aborted) return vin;
    await pause(PAUSE_BETWEEN_FRAMES);
  }
  return null;
}

/** Looks for a VIN in a photo of a code. Throws SentenceError when there is none. */
export async function scanPhoto(file: File): Promise<string> {
  const { readCodes } = await import("./read-codes.ts");
  const picture = await createImageBitmap(file).catch(() => {
    throw new SentenceError("No se pudo abrir esa imagen. Elige una foto JPG o PNG.");
  });
  const found = (await readCodes(picture)).map(findVin).find((result) => result !== null);
  picture.close();
  if (!found) {
    throw new SentenceError(
      "En esa foto no se ve ningún código con un VIN. Acércate más y evita reflejos.",
    );
  }
  return found.vin;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
