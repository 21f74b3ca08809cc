import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { hasValidCheckDigit, isVinShaped } from "#contract/vin.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";

const PAUSE_BETWEEN_FRAMES = 120;

/** Scans the video until a VIN is found; null when aborted. */
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

/** Finds a VIN in a photo of a code. Throws UserFacingError if there is none. */
export async function scanPhoto(file: File): Promise<string> {
  const { readCodes } = await import("./read-codes.ts");
  const picture = await createImageBitmap(file).catch(() => {
    throw new UserFacingError("No se pudo abrir esa imagen. Elige una foto JPG o PNG.");
  });
  const found = (await readCodes(picture)).map(findVin).find((result) => result !== null);
  picture.close();
  if (!found) {
    throw new UserFacingError(
      "En esa foto no se ve ningún código con un VIN. Acércate más y evita reflejos.",
    );
  }
  return found.vin;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A VIN read from a code; `certain` if the check digit is valid. */
type FoundVin = { vin: string; certain: boolean };

/**
 * Extracts a VIN from a code's text: alone, after the I that importers prepend, or inside a longer
 * text or URL. Seventeen plausible characters without a valid check digit count only if they are
 * the whole text. Null if there is none.
 */
export function findVin(code: string): FoundVin | null {
  const runs = code.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const windows = runs.flatMap(windowsOf);
  const certain = windows.find(hasValidCheckDigit);
  if (certain) return { vin: certain, certain: true };
  const alone = runs.map((run) => run.replace(/^I(?=.{17}$)/, "")).find(isVinShaped);
  return alone ? { vin: alone, certain: false } : null;
}

/**
 * Reads codes from video frames. A VIN with an invalid check digit is accepted only when read twice
 * in a row, because Code 39 has no checksum.
 */
export function createVinReader(): (code: string) => string | null {
  let doubted: string | null = null;
  return (code) => {
    const found = findVin(code);
    if (!found) return null;
    if (found.certain || found.vin === doubted) return found.vin;
    doubted = found.vin;
    return null;
  };
}

function windowsOf(run: string): string[] {
  const count = Math.max(0, run.length - VIN_LENGTH + 1);
  return Array.from({ length: count }, (_, start) => run.slice(start, start + VIN_LENGTH));
}
