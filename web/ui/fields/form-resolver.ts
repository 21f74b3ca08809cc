import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldValues, get, type Resolver, type ResolverOptions, set } from "react-hook-form";
import { z } from "zod";

/**
 * Validates a form with its schema. Reads the text boxes themselves, because password managers may
 * fill them without the events that react-hook-form listens for.
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  const check = zodResolver<Input, unknown, Output>(schema);
  return (values, context, options) => check(withShownTexts(values, options), context, options);
}

const TextField = z.object({
  ref: z.object({
    type: z.enum(["text", "email", "tel", "password", "url", "search", "textarea"]),
    value: z.string(),
    isConnected: z.literal(true),
  }),
});

function withShownTexts<Input extends FieldValues>(
  values: Input,
  { names = [], fields }: Pick<ResolverOptions<Input>, "names" | "fields">,
): Input {
  const shown = structuredClone(values);
  for (const name of names) {
    const field = TextField.safeParse(get(fields, name));
    if (field.success) set(shown, name, field.data.ref.value);
  }
  return shown;
}
