type Sign = readonly [pattern: RegExp, name: string];

/** The first that fits is meant: most browsers also name those that they descend from. */
const browsers: Sign[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const devices: Sign[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b.*\bMobile\b/, "teléfono Android"],
  [/\bAndroid\b/, "tableta Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

export type Device = { name: string; kind: "phone" | "computer" | "unknown" };

/** A browser's own description in words: "Chrome en Windows", "Safari en iPhone". */
export function describeDevice(userAgent: string | null): Device {
  const browser = nameOf(browsers, userAgent);
  const device = nameOf(devices, userAgent);
  const name = [browser, device].filter(Boolean).join(" en ");
  if (!device) return { name: name || "Dispositivo desconocido", kind: "unknown" };
  return { name, kind: /iPhone|iPad|Android/.test(device) ? "phone" : "computer" };
}

function nameOf(signs: Sign[], userAgent: string | null): string | undefined {
  return signs.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}
