import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const detector = new BarcodeDetector({
  formats: ["code_39", "code_128", "qr_code", "data_matrix"],
});

/** The texts of the codes in a picture. The decoder is served by us, not by a CDN. */
export async function readCodes(picture: HTMLVideoElement | ImageBitmap): Promise<string[]> {
  const codes = await detector.detect(picture);
  return codes.map(({ rawValue }) => rawValue);
}
