import { cloneElement, isValidElement, type ReactNode } from "react";

type Props = Record<string, unknown>;

/**
 * Merges its props into its only child: class names are joined, both handlers are called (the
 * child's first), and other props of the child win. A tenth of Radix's Slot in size, for elements
 * on every page.
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
