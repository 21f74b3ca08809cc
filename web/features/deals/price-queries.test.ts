import { createClient } from "@supabase/supabase-js";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { interestedCustomersQuery } from "./price-queries.ts";

test("an administrator reads only the leads of the vehicle's dealership", async () => {
  const asked: URL[] = [];
  const supabase = createClient("https://autos.example", "anon", {
    global: {
      fetch: async (input, init) => {
        asked.push(new URL(new Request(input, init).url));
        return Response.json([]);
      },
    },
  });
  await new QueryClient().fetchQuery(
    interestedCustomersQuery(supabase, { id: "car", user_id: "sol" }),
  );
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    vehicle_id: "eq.car",
    dealership_id: "eq.sol",
  });
});
