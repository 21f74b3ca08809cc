/**
 * What the picker makes of a chosen file: taken, or refused with the sentence that the person
 * reads.
 */
export type Inspection = { accepted: true } | { accepted: false; reason: string };

/** The types that the picker offers (product section 5); not every system knows HEIC's by name. */
export const PICTURE_ACCEPT = "image/png,image/jpeg,image/webp,image/heic,image/heif,.heic,.heif";

const SIGNATURE_BYTES = 16;

/**
 * Looks at a file's first bytes: anything whose content is not PNG, JPEG, WEBP or HEIC is refused
 * whatever it is called. Any size will do, since it is made smaller here (picture-limits.ts).
 */
export async function inspectPicture(file: File): Promise<Inspection> {
  if (file.size === 0) return refused(`«${file.name}» está vacío.`);
  const head = await headOf(file);
  if (isPicture(head) || isHeic(head)) return { accepted: true };
  return refused(
    `«${file.name}» no es una imagen PNG, JPG, WEBP o HEIC, aunque su nombre lo diga.`,
  );
}

/** Whether a file is HEIC, which few browsers draw; phones give it other names, too. */
export async function isHeicFile(file: File): Promise<boolean> {
  return isHeic(await headOf(file));
}

async function headOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
}

function isHeic(head: Uint8Array): boolean {
  return (
    ascii(head, 4, 8) === "ftyp" && /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(ascii(head, 8, 12))
  );
}

function isPicture(head: Uint8Array): boolean {
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  const isPng = head[0] === 0x89 && ascii(head, 1, 8) === "PNG\r\n\x1a\n";
  const isWebp = ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP";
  return isJpeg || isPng || isWebp;
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function refused(reason: string): Inspection {
  return { accepted: false, reason };
}
