import { restError } from "../rest-error.ts";

/**
 * The shape of an answer: an array of rows, one object (`single()`), with or without null
 * properties, or lines (`csv()`).
 */
export type MediaType = { shape: "array" | "object" | "csv"; nulls: "kept" | "stripped" };

/**
 * The first media type of an `Accept` header that is made here. Throws PGRST107; plans and GeoJSON
 * are not made.
 */
export function parseMediaType(accept: string | undefined): MediaType {
  const types = (accept ?? "*/*").split(",").map((type) => type.trim().toLowerCase());
  for (const type of types) {
    const [name, ...parameters] = type.split(";").map((part) => part.trim());
    const nulls = parameters.includes("nulls=stripped") ? "stripped" : "kept";
    switch (name) {
      case "*/*":
      case "application/*":
      case "application/json":
        return { shape: "array", nulls: "kept" };
      case "application/vnd.pgrst.array":
      case "application/vnd.pgrst.array+json":
        return { shape: "array", nulls };
      case "application/vnd.pgrst.object":
      case "application/vnd.pgrst.object+json":
        return { shape: "object", nulls };
      case "text/csv":
        return { shape: "csv", nulls: "kept" };
    }
  }
  throw restError("PGRST107", {
    message: `None of these media types are available: ${types.join(", ")}`,
  });
}
