import { Mail } from "lucide-react";
import * as mail from "lucide-react/icons/mail";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import createIcon from "./create-icon.tsx";

const IconData = z.object({
  name: z.string(),
  node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])),
});
const Drawn = createIcon(IconData.parse(Reflect.get(mail, "__iconData")));

/** The markup's element names and attributes, whatever their order. */
function read(Icon: ComponentType<{ className?: string; strokeWidth?: number }>) {
  const markup = renderToStaticMarkup(<Icon className="size-4" strokeWidth={3} />);
  return [...markup.matchAll(/<(\w+)([^>]*)>/g)].map(([, element, attributes = ""]) => ({
    element,
    attributes: [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([pair]) => pair).toSorted(),
  }));
}

it("draws an icon with the elements and attributes that lucide itself gives it", () => {
  expect(read(Drawn)).toEqual(read(Mail));
});
