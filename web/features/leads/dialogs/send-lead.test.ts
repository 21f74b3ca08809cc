import { describe, expect, it } from "vitest";
import { sendLead } from "./send-lead.ts";

const answering = (status: number, body: string) => async () => new Response(body, { status });
const call = (send: typeof fetch) =>
  sendLead("send-lead-notification", { name: "Carla" }, { anonKey: "key", send });

describe("a customer's submission", () => {
  it.each(['{"success":true}', "{}", "[]"])("is sent when the server answers %s", async (body) => {
    expect(await call(answering(200, body))).toEqual({ outcome: "sent" });
  });

  it("is sent with the anonymous key", async () => {
    const requests: Request[] = [];
    await call(async (input, init) => {
      requests.push(new Request(new URL(String(input), "http://localhost"), init));
      return new Response('{"success":true}');
    });
    const [request] = requests;
    expect(request?.url).toBe("http://localhost/functions/v1/send-lead-notification");
    expect(request?.headers.get("authorization")).toBe("Bearer key");
    expect(await request?.json()).toEqual({ name: "Carla" });
  });

  it.each([
    [429, '{"error":"Espera un momento."}', "Espera un momento."],
    [200, '{"error":"No disponible."}', "No disponible."],
    [200, '{"success":true,"error":"No disponible."}', "No disponible."],
    [200, '{"success":true,"error":{}}', null],
    [200, '{"success":true,"error":true}', null],
    [200, '{"success":true,"error":""}', null],
    [500, "<h1>Bad gateway</h1>", null],
    [503, '{"error":""}', null],
    [200, "<title>Wi-Fi del hotel</title>", null],
    [200, "null", null],
    [200, "", null],
    [200, "listo", null],
    [400, "{}", null],
  ])("is refused by %i %s", async (status, body, reason) => {
    expect(await call(answering(status, body))).toEqual({ outcome: "refused", reason });
  });

  it("reports a network failure separately", async () => {
    const answer = await call(async () => {
      throw new TypeError("Failed to fetch");
    });
    expect(answer).toEqual({ outcome: "unreachable" });
  });
});
