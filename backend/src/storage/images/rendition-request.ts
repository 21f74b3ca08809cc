import { z } from "zod";

export type RenditionFormat = "avif" | "webp" | "jpeg" | "png";

/** The media types of stored pictures, and the format in which each is served. */
const originFormats = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

export type ImageType = keyof typeof originFormats;

/**
 * One of a limited number of renditions, so that requests cannot fill the disk. `height` 0 keeps
 * the picture's ratio.
 */
export type RenditionRequest = {
  width: number;
  height: number;
  resize: "cover" | "contain" | "fill";
  quality: number;
  format: RenditionFormat;
};

const widths = [96, 160, 320, 480, 640, 800, 960, 1200, 1280, 1600, 1920];
const shapes = [1200 / 630, 16 / 9, 3 / 2, 4 / 3, 1, 3 / 4];
const qualities = [45, 60, 75, 90];

const Query = z.object({
  width: z.coerce.number().int().min(1).max(10_000).optional(),
  height: z.coerce.number().int().min(1).max(10_000).optional(),
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  quality: z.coerce.number().int().min(1).max(100).default(75),
  format: z.enum(["origin", "avif", "webp", "jpeg"]).optional(),
});

/**
 * Rounds the width up to the next size, and shape and quality to the nearest. AVIF takes ten times
 * as long, so it is only used on explicit request. `stored` is the picture's media type. Returns
 * null for invalid parameters.
 */
export function readRenditionRequest(
  query: Record<string, string | undefined>,
  accept: string,
  stored: string,
): RenditionRequest | null {
  const parsed = Query.safeParse(query);
  if (!parsed.success) return null;
  const { width, height, resize, quality, format } = parsed.data;
  return {
    ...snapSize(width, height),
    resize,
    quality: nearest(qualities, quality),
    format: chooseFormat(format, accept, stored),
  };
}

/** The file name of a rendition. */
export function renditionName(request: RenditionRequest): string {
  const { width, height, resize, quality, format } = request;
  return `${width}x${height}-${resize}-q${quality}.${format}`;
}

function snapSize(width?: number, height?: number): { width: number; height: number } {
  const largest = Math.max(...widths);
  if (height === undefined) return { width: nextWidth(width ?? largest), height: 0 };
  const shape = width === undefined ? 4 / 3 : nearest(shapes, width / height);
  const snapped = nextWidth(width ?? height * shape);
  return { width: snapped, height: Math.round(snapped / shape) };
}

function nextWidth(width: number): number {
  return widths.find((candidate) => candidate >= width) ?? Math.max(...widths);
}

function nearest(choices: number[], wanted: number): number {
  return choices.reduce((best, choice) =>
    Math.abs(choice - wanted) < Math.abs(best - wanted) ? choice : best,
  );
}

type Wanted = z.output<typeof Query>["format"];

function chooseFormat(wanted: Wanted, accept: string, stored: string): RenditionFormat {
  if (wanted && wanted !== "origin") return wanted;
  if (!wanted && accept.includes("image/webp")) return "webp";
  return isImageType(stored) ? originFormats[stored] : "jpeg";
}

function isImageType(type: string): type is ImageType {
  return Object.hasOwn(originFormats, type);
}
