import { describe, expect, test } from "vitest";
import { recordView } from "./use-recorded-view.ts";

const view = {
  vehicleId: "v1",
  sellerId: "s1",
  apiUrl: "https://autos.example",
  anonKey: "anon",
  accessToken: null,
};

function recorder(...statuses: number[]) {
  const requests: { url: string; token: string | null; body: string }[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const token = request.headers.get("authorization");
    requests.push({ url: request.url, token, body: await request.text() });
    return new Response(null, { status: statuses[requests.length - 1] ?? 204 });
  };
  return { requests, send };
}

describe("recordView", () => {
  test("a visitor's view is counted with the anonymous key", async () => {
    const { requests, send } = recorder();
    await recordView(view, send);
    expect(requests).toEqual([
      {
        url: "https://autos.example/rest/v1/rpc/record_vehicle_view",
        token: "Bearer anon",
        body: '{"p_vehicle_id":"v1","p_seller_id":"s1"}',
      },
    ]);
  });

  test("a dealer's own view carries their token, so that the database can skip it", async () => {
    const { requests, send } = recorder();
    await recordView({ ...view, accessToken: "dealer" }, send);
    expect(requests.map(({ token }) => token)).toEqual(["Bearer dealer"]);
  });

  test("a visitor whose session has expired counts as anonymous", async () => {
    const { requests, send } = recorder(401);
    await recordView({ ...view, accessToken: "ended" }, send);
    expect(requests.map(({ token }) => token)).toEqual(["Bearer ended", "Bearer anon"]);
  });

  test("a visitor sees no error when the view cannot be counted", async () => {
    const send: typeof fetch = () => Promise.reject(new TypeError("offline"));
    await expect(recordView(view, send)).resolves.toBeUndefined();
  });
});
