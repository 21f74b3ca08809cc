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

/** The values in react-hook-form, and in the text boxes themselves. */
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

test("a form reads a password manager's input that fired no event", async () => {
  const boxes = { password: box("secreto", "password"), phone: box("305 555 0123", "tel") };
  expect(await check(known, boxes)).toEqual({
    errors: {},
    values: { password: "secreto", profile: { phone: "305 555 0123" }, shown: true },
  });
  expect(known).toEqual({ password: "", profile: { phone: "" }, shown: true });
});

test("a form validates the text in its inputs", async () => {
  const { errors } = await check(
    { ...known, password: "bastante largo" },
    { password: box("corta", "password"), phone: box("") },
  );
  expect(errors).toMatchObject({ password: { message: "Muy corta" } });
});

test("a form keeps its own value for a field that is unmounted or not a text box", async () => {
  const values = { password: "secreto", profile: { phone: "1" }, shown: true };
  const gone = { ...box("otro texto"), isConnected: false };
  expect(await check(values, { password: gone, phone: { focus: () => {} } })).toEqual({
    errors: {},
    values,
  });
});
