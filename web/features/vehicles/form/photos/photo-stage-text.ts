import type { Photo } from "./photo.ts";

/** How far a photo is, in words; null for one that is already on the vehicle. */
export function photoStageText(photo: Photo): string | null {
  if (photo.isExisting) return null;
  switch (photo.stage.name) {
    case "compressing":
      return `Comprimiendo ${Math.round(photo.stage.percent)} %`;
    case "ready":
      return "Lista para subir";
    case "uploading":
      return `Subiendo ${Math.round(photo.stage.percent)} %`;
    case "uploaded":
      return "Subida";
    case "failed":
      return photo.stage.reason;
  }
}

/** The percentage of the step under way, or null when none is. */
export function photoPercent(photo: Photo): number | null {
  if (photo.isExisting) return null;
  const { stage } = photo;
  return stage.name === "compressing" || stage.name === "uploading" ? stage.percent : null;
}
