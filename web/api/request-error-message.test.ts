import { expect, it, vi } from "vitest";
import { requestErrorMessage } from "./request-error-message.ts";

it("a person sees the database's own sentence", () => {
  const message = "Debe quedar al menos un administrador activo.";
  expect(requestErrorMessage({ code: "P0001", message })).toBe(message);
});

it.each([
  [{ code: "23514", message: 'new row for relation "profiles" violates check constraint "x"' }],
  [{ code: "XX000", message: "could not open relation" }],
  [{ message: "<html>502 Bad Gateway</html>" }],
  [{ name: "AuthApiError", code: "unexpected_failure", status: 500 }],
  [{ name: "AuthRetryableFetchError", status: 503 }],
  [Object.assign(new Error("{}"), { name: "StorageApiError", status: 500 })],
  [Object.assign(new Error("Unexpected token <"), { name: "AuthUnknownError" })],
  [Object.assign(new Error("[]"), { name: "ZodError" })],
])("a person sees a server failure instead of the technical message %j", (error) => {
  expect(requestErrorMessage(error)).toBe(
    "El servidor no pudo completar la operación. Por favor, inténtalo de nuevo.",
  );
});

it.each([
  [{ code: "", message: "TypeError: Failed to fetch" }],
  [{ code: "PGRST000", message: "Database connection error" }],
  [new Error("offline")],
  [{ name: "AuthRetryableFetchError", status: 0 }],
])("a person sees that the server did not answer after %j", (error) => {
  expect(requestErrorMessage(error)).toBe(
    "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  );
});

it.each([
  [{ code: "42501", message: 'new row violates row-level security policy for table "profiles"' }],
  [{ code: "42501", message: "permission denied for table vehicles" }],
  [{ name: "StorageApiError", status: 403 }],
])("a person sees that the action is not allowed after %j", (error) => {
  expect(requestErrorMessage(error)).toBe("No tienes permiso para hacer esto.");
});

it.each([
  [{ code: "PGRST301", message: "JWT expired" }],
  [{ code: "PGRST303", message: "JWT expired" }],
  [{ name: "AuthSessionMissingError", status: 400 }],
  [{ name: "AuthApiError", code: "session_not_found", status: 403 }],
])("a person sees that the session is over after %j", (error) => {
  expect(requestErrorMessage(error)).toBe(
    "Sesión expirada. Por favor, inicia sesión de nuevo para continuar.",
  );
});

it.each([
  [{ code: "22003", message: "numeric field overflow" }],
  [{ code: "22008", message: "date out of range for timestamp" }],
])("a person sees that an amount or a day is too large after %j", (error) => {
  expect(requestErrorMessage(error)).toBe(
    "Una cantidad o una fecha es demasiado grande. Corrígela e inténtalo de nuevo.",
  );
});

it("a person sees that they asked too often", () => {
  expect(requestErrorMessage({ name: "AuthApiError", status: 429 })).toBe(
    "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
  );
});

it("a person without a connection sees that there is none", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(requestErrorMessage({ code: "", message: "TypeError: Failed to fetch" })).toBe(
    "Sin conexión. Comprueba tu internet e inténtalo de nuevo.",
  );
  vi.unstubAllGlobals();
});
