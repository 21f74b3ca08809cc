import { cloneElement, isValidElement, type ReactNode } from "react";

type Props = Record<string, unknown>;

/**
 * Gives its props to its only child: class names are joined, handlers are both called (the child's
 * first), of everything else the child's own wins. For elements that every page draws; it is a
 * tenth of Radix's Slot, which does more.
 */
export function Slot({ children, ...given }: Props & { children?: ReactNode }) {
  if (!isValidElement<Props>(children)) return null;
  return cloneElement(children, mergeProps(given, children.props));
}

function mergeProps(given: Props, own: Props): Props {
  const merged = { ...given, ...own };
  for (const [name, value] of Object.entries(given)) {
    const mine = own[name];
    if (name === "className") merged[name] = [value, mine].filter(Boolean).join(" ");
    if (name.startsWith("on") && isHandler(mine) && isHandler(value)) {
      merged[name] = (...happening: unknown[]) => {
        mine(...happening);
        value(...happening);
      };
    }
  }
  return merged;
}

function isHandler(value: unknown): value is (...happening: unknown[]) => void {
  return typeof value === "function";
}
