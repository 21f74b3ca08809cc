import { expect, it } from "vitest";
import { serverSentence } from "./server-sentence.ts";

it("a person reads the database's own sentence", () => {
  const message = "Debe quedar al menos un administrador activo.";
  expect(serverSentence({ code: "P0001", message })).toBe(message);
});

it.each([
  [{ code: "42501", message: 'new row violates row-level security policy for table "profiles"' }],
  [{ code: "23514", message: 'new row for relation "profiles" violates check constraint "x"' }],
  [{ code: "42501", message: "permiso denegado a la tabla vehicles" }],
  [{ code: "42501", message: "permission denied for table vehicles" }],
  [{ code: "XX000", message: "could not open relation" }],
  [{ message: "<html>502 Bad Gateway</html>" }],
])("a person reads no technical words of %j, and that the server failed", (error) => {
  expect(serverSentence(error)).toBe(
    "El servidor no pudo completar la operación. Por favor, inténtalo de nuevo.",
  );
});

it.each([
  [{ code: "", message: "TypeError: Failed to fetch" }],
  [{ code: "PGRST000", message: "Database connection error" }],
  [new Error("offline")],
])("a person reads that nobody answered after %j", (error) => {
  expect(serverSentence(error)).toBe(
    "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  );
});
