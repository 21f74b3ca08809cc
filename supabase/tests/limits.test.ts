import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const bodyOf = async (name: string) => {
  const [row] = await world.sql<{ body: string }[]>`
    select prosrc as body from pg_proc
    where proname = ${name} and pronamespace = any('{private,public}'::regnamespace[])`;
  return row?.body ?? "";
};

test("the database's limits match the contract", async () => {
  const [photos] = await world.sql<{ check: string }[]>`
    select pg_get_constraintdef(oid) as check from pg_constraint
    where conrelid = 'public.vehicles'::regclass and conname = 'vehicles_images_check'`;
  expect(photos?.check).toContain(`cardinality(images) <= ${limits.photosPerVehicle}`);
  expect(await bodyOf("import_photos")).toContain(`> ${limits.photosPerVehicle}`);
  const { minPasswordLength, maxPasswordBytes, longDaysOnLot } = limits;
  expect(await bodyOf("hash_password")).toContain(`length(composed), 0) < ${minPasswordLength}`);
  expect(await bodyOf("hash_password")).toContain(`> ${maxPasswordBytes}`);
  expect(await bodyOf("submit_access_request")).toContain(
    `length(composed), 0) < ${minPasswordLength}`,
  );
  expect(await bodyOf("weekly_news")).toContain(`days > ${longDaysOnLot}`);
});
