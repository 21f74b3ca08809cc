import { expect, test } from "vitest";
import { z } from "zod";
import { formResolver } from "./form-resolver.ts";

const schema = z.object({
  password: z.string().min(6, "Muy corta"),
  profile: z.object({ phone: z.string() }),
  shown: z.boolean(),
});
const resolve = formResolver(schema);
type Values = z.infer<typeof schema>;

/** What react-hook-form knows, and what its fields show. */
function check(values: Values, boxes: { password: object; phone: object }) {
  return resolve(values, undefined, {
    names: ["password", "profile.phone", "shown"],
    fields: {
      password: { name: "password", ref: boxes.password },
      profile: { phone: { name: "profile.phone", ref: boxes.phone } },
      shown: { name: "shown", ref: { type: "checkbox", value: "on", isConnected: true } },
    } as never,
    shouldUseNativeValidation: false,
  });
}

const box = (value: string, type = "text") => ({ type, value, isConnected: true });
const known = { password: "", profile: { phone: "" }, shown: true };

test("a form reads what a password manager wrote without an event", async () => {
  const boxes = { password: box("secreto", "password"), phone: box("305 555 0123", "tel") };
  expect(await check(known, boxes)).toEqual({
    errors: {},
    values: { password: "secreto", profile: { phone: "305 555 0123" }, shown: true },
  });
  expect(known).toEqual({ password: "", profile: { phone: "" }, shown: true });
});

test("a form's schema judges the text that a field shows", async () => {
  const { errors } = await check(
    { ...known, password: "bastante largo" },
    { password: box("corta", "password"), phone: box("") },
  );
  expect(errors).toMatchObject({ password: { message: "Muy corta" } });
});

test("a form keeps its own value for a field that is gone or is no text box", async () => {
  const values = { password: "secreto", profile: { phone: "1" }, shown: true };
  const gone = { ...box("otro texto"), isConnected: false };
  expect(await check(values, { password: gone, phone: { focus: () => {} } })).toEqual({
    errors: {},
    values,
  });
});
