/** Colours of a car's body, as the demo's vehicles name them. */
export type Paint =
  | "Blanco"
  | "Negro"
  | "Gris"
  | "Plata"
  | "Rojo"
  | "Azul"
  | "Verde"
  | "Naranja"
  | "Beige"
  | "Marrón";

const hexOf: Record<Paint, string> = {
  Blanco: "#e9ecef",
  Negro: "#23272d",
  Gris: "#6b737d",
  Plata: "#b9c1c9",
  Rojo: "#b3202a",
  Azul: "#1f4fa3",
  Verde: "#2f5d4a",
  Naranja: "#d8611b",
  Beige: "#c9b795",
  Marrón: "#6a4a35",
};

/**
 * Shades of a painted surface, from the part that reflects the sky to the part facing the ground.
 */
export type Shades = { sky: string; light: string; base: string; deep: string; ground: string };

export function shadesOf(paint: Paint): Shades {
  const base = hexOf[paint];
  return {
    sky: mix(base, "#ffffff", paint === "Blanco" ? 0.75 : 0.5),
    light: mix(base, "#ffffff", 0.22),
    base,
    deep: mix(base, "#0a0e16", 0.3),
    ground: mix(base, "#0a0e16", 0.62),
  };
}

/** Mixes two hex colours; a share of 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a * (1 - share) + b * share);
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
