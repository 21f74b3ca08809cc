import { describe, expect, it } from "vitest";
import { describeDevice } from "./open-sessions.tsx";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the description of a person's device", () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/153.0.0.0 Safari/537.36`,
      "Chrome en Windows",
      "computer",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`,
      "Edge en Windows",
      "computer",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
      "Safari en iPhone",
      "phone",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1",
      "Chrome en iPhone",
      "phone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/153.0.0.0 Mobile Safari/537.36`,
      "Chrome en teléfono Android",
      "phone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-X910) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`,
      "Samsung Internet en tableta Android",
      "phone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15",
      "Safari en Mac",
      "computer",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
      "Firefox en Linux",
      "computer",
    ],
    ["node", "Dispositivo desconocido", "unknown"],
    ["", "Dispositivo desconocido", "unknown"],
    [null, "Dispositivo desconocido", "unknown"],
  ])("%s", (userAgent, name, kind) => {
    expect(describeDevice(userAgent)).toEqual({ name, kind });
  });
});
