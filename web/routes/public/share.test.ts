import { expect, test } from "vitest";
import { makePageContext } from "#tests/support/page-context.ts";
import { loader } from "./share.tsx";

const id = "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11";

function load(answer: () => Response) {
  const asked: string[] = [];
  const read: typeof fetch = async (input, init) => {
    asked.push(new Request(input, init).url);
    return answer();
  };
  const context = makePageContext({ fetch: read });
  const url = new URL(`https://autos.example/share?ids=${id}`);
  const request = new Request(url);
  return { asked, loading: loader({ request, url, context, params: {}, pattern: "/share" }) };
}

test("a visitor's page answers 503 with Retry-After while the API does not answer", async () => {
  const { loading } = load(() => new Response("{}", { status: 503 }));
  await expect(loading).rejects.toMatchObject({ init: { status: 503 } });
  const refusal = await loading.catch((thrown: { init: ResponseInit }) => thrown.init);
  expect(new Headers("headers" in refusal ? refusal.headers : {}).get("Retry-After")).toBe("5");
});

test("a visitor's link to deleted vehicles gets an empty selection, not an error", async () => {
  const { asked, loading } = load(() => Response.json([]));
  const page = await loading;
  expect(page).toMatchObject({ vehicles: [], seller: null });
  expect(page.accent).toContain("--primary:0 72.22% 50.59%");
  expect(asked).toHaveLength(1);
});
