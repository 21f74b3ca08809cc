import { type ComponentProps, createElement, type ReactElement } from "react";

type IconData = {
  name: string;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
};

/**
 * Draws an icon of lucide-react; the build puts it in place of lucide's own function (vite.config.ts), which also serves
 * contexts, aliases and other sizes, and weighs 1.2 kB on every page. Takes the icon's data, gives its component.
 */
export default function createIcon({
  name,
  node,
}: IconData): (props: ComponentProps<"svg">) => ReactElement {
  return ({ className = "", children, ...props }) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: "24",
        height: "24",
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: "2",
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": "true",
        className: `lucide lucide-${name} ${className}`.trimEnd(),
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
}
