import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { callFunction } from "./call-function.ts";

function clientThatGets(response: () => Response) {
  return createClient("http://localhost:3000", "key", {
    global: { fetch: async () => response() },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

describe("the response of a server function", () => {
  it("without an error field is the data", async () => {
    const supabase = clientThatGets(() => Response.json({ brand: "Hyundai" }));
    const result = await callFunction(supabase, "decode-vin", {});
    expect(result).toEqual({ success: true, data: { brand: "Hyundai" } });
  });

  it.each([200, 400, 429])(
    "with an error field and status %i is a failure with that sentence",
    async (status) => {
      const supabase = clientThatGets(() => Response.json({ error: "No se puede." }, { status }));
      const result = await callFunction(supabase, "request-access", {});
      expect(result).toEqual({ success: false, message: "No se puede." });
    },
  );

  it.each([{}, true, "", 7])(
    "with the error field %j and status 200 is a failure with the fallback sentence",
    async (error) => {
      const supabase = clientThatGets(() => Response.json({ success: true, userId: "1", error }));
      expect(await callFunction(supabase, "create-user-by-admin", {}, () => "Otra vez.")).toEqual({
        success: false,
        message: "Otra vez.",
      });
    },
  );

  it.each(["text/plain", "text/html", "application/octet-stream", "application/json"])(
    "with an error field is a failure with the content type %s too",
    async (type) => {
      const headers = { "content-type": type };
      const supabase = clientThatGets(() => new Response('{"error":"No se puede."}', { headers }));
      const result = await callFunction(supabase, "create-user-by-admin", {});
      expect(result).toEqual({ success: false, message: "No se puede." });
    },
  );

  it.each([
    ["a page of a hotel", () => new Response("<h1>Wi-Fi</h1>")],
    ["a text", () => new Response("listo")],
    ["no body", () => new Response("")],
    ["status 204", () => new Response(null, { status: 204 })],
  ])("that is %s is a failure with the fallback sentence", async (_, answer) => {
    const supabase = clientThatGets(answer);
    expect(await callFunction(supabase, "create-user-by-admin", {}, () => "Otra vez.")).toEqual({
      success: false,
      message: "Otra vez.",
    });
  });

  it("that says in English that the session is missing is a failure in Spanish", async () => {
    const supabase = clientThatGets(() =>
      Response.json({ error: "Not authenticated" }, { status: 401 }),
    );
    expect(await callFunction(supabase, "create-salesperson", {})).toEqual({
      success: false,
      message: "Por favor, inicia sesión de nuevo para continuar.",
    });
  });

  it("that names a field is a failure at that field", async () => {
    const answer = { error: "Ya existe.", field: "email" };
    const supabase = clientThatGets(() => Response.json(answer));
    expect(await callFunction(supabase, "create-user-by-admin", {})).toEqual({
      success: false,
      message: "Ya existe.",
      field: "email",
    });
  });

  it("that is not JSON says that the server failed", async () => {
    const supabase = clientThatGets(() => new Response("<html>", { status: 502 }));
    expect(await callFunction(supabase, "x", {})).toEqual({
      success: false,
      message: "El servidor no pudo completar la operación. Por favor, inténtalo de nuevo.",
    });
  });

  it("that never arrives is a failure that says that the server did not answer", async () => {
    const supabase = clientThatGets(() => {
      throw new TypeError("offline");
    });
    expect(await callFunction(supabase, "x", {})).toEqual({
      success: false,
      message: "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
    });
  });
});
