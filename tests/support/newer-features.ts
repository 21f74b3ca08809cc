import { parseSync } from "vite";

/** A use of a feature that the oldest supported browsers lack. */
type NewerFeature = { name: string; excerpt: string };

/** A node of the parser's syntax tree. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Methods newer than Safari 15.4, Chrome 100 or Firefox 115, slightly below docs/browsers.md. */
const methods = new Set(
  `toSorted toReversed toSpliced with fromAsync withResolvers isWellFormed toWellFormed waitAsync
  union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom
  transferToFixedLength getOrInsert getOrInsertComputed fromBase64 toBase64 setFromBase64 fromHex
  toHex setFromHex f16round sumPrecise isError rawJSON checkVisibility showPopover hidePopover
  togglePopover moveBefore setHTMLUnsafe setHTML getHTML parseHTMLUnsafe requestClose
  startViewTransition requestIdleCallback cancelIdleCallback registerProperty`.split(/\s+/),
);

/** Newer functions and classes with names so common that they are matched with their owner. */
const ownedMembers = new Set(
  `AbortSignal.any AbortSignal.timeout Intl.DurationFormat Intl.Segmenter Map.groupBy Object.groupBy
  Promise.try ReadableStream.from RegExp.escape Response.json
  URL.canParse URL.parse`.split(/\s+/),
);

const globals = new Set(
  `OffscreenCanvas CompressionStream DecompressionStream requestIdleCallback cancelIdleCallback
  scheduler navigation URLPattern CookieStore cookieStore CloseWatcher Sanitizer Temporal Iterator
  AsyncIterator Float16Array Highlight SharedWorker BarcodeDetector SuppressedError DisposableStack
  AsyncDisposableStack EyeDropper trustedTypes`.split(/\s+/),
);

/** Arrays always had these, iterators only since 2025. */
const iteratorHelpers = new Set(
  "map filter take drop flatMap reduce toArray forEach some every find".split(" "),
);
const iteratorMakers = new Set("values keys entries matchAll".split(" "));

/**
 * Finds newer features that a built script uses without checking for them, in a condition or with
 * `?.()`. An unsupported regular expression or statement stops the whole script, so a check does
 * not excuse it.
 */
export function findNewerFeatures(script: string): NewerFeature[] {
  const found: NewerFeature[] = [];
  const { program, errors } = parseSync("script.js", script);
  if (errors.length > 0) throw new Error(`cannot be parsed: ${errors[0]?.message}`);
  visit(program as unknown as Node, new Set(), (name, { start, end }) => {
    found.push({ name, excerpt: script.slice(Math.max(0, start - 40), end + 40) });
  });
  return found;
}

function visit(
  node: Node,
  checked: ReadonlySet<string>,
  report: (name: string, node: Node) => void,
): void {
  const syntax = newerSyntax(node);
  if (syntax) report(syntax, node);
  const name = newerUse(node);
  if (name && !checked.has(lastPart(name))) report(name, node);
  const inside = new Set([...checked, ...checkedBy(node)]);
  for (const child of childrenOf(node)) if (!isLabel(child, node)) visit(child, inside, report);
}

/** Whether a name is only a label, of a member or a property. */
function isLabel(child: Node, { type, computed, key, property }: Node): boolean {
  if (computed || child.type !== "Identifier") return false;
  return type === "MemberExpression" ? child === property : child === key;
}

/** The names that a condition checks before the rest of the node runs. */
function checkedBy(node: Node): string[] {
  if (node.type === "UnaryExpression" && node.operator === "typeof") return namesIn(node);
  const condition = node.type === "LogicalExpression" ? node.left : node.test;
  return isNode(condition) ? namesIn(condition) : [];
}

function newerSyntax(node: Node): string | null {
  const { type, kind, regex, value, attributes } = node;
  if (regex) return newerPattern(regex as { pattern: string; flags: string });
  // A string may be passed to RegExp.
  if (type === "Literal" && typeof value === "string") return newerPattern({ pattern: value });
  if (type === "TemplateElement") {
    return newerPattern({ pattern: (value as { cooked?: string }).cooked ?? "" });
  }
  if (type === "StaticBlock") return "static block";
  if (type === "VariableDeclaration" && String(kind).includes("using")) return "using";
  if (Array.isArray(attributes) && attributes.length > 0) return "import attributes";
  return null;
}

function newerPattern({ pattern, flags = "" }: { pattern: string; flags?: string }): string | null {
  if (/\(\?<[=!]/.test(pattern)) return "lookbehind";
  if (/\(\?(?:[ims]+-?[ims]*|-[ims]+):/.test(pattern)) return "pattern modifiers";
  return flags.includes("v") ? "flag v" : null;
}

function newerUse(node: Node): string | null {
  const { type, name, callee, optional } = node;
  if (type === "Identifier" && globals.has(String(name))) return String(name);
  const isCalled = type === "CallExpression" || type === "NewExpression";
  if (!isCalled || optional || !isMember(callee)) return null;
  const method = nameOf(callee.property);
  const owned = `${nameOf(callee.object)}.${method}`;
  if (ownedMembers.has(owned)) return owned;
  if (methods.has(method)) return method;
  return iteratorHelpers.has(method) && makesIterator(callee.object) ? `iterator.${method}` : null;
}

function makesIterator(node: unknown): boolean {
  if (!isNode(node) || node.type !== "CallExpression" || !isMember(node.callee)) return false;
  const { object, property } = node.callee;
  return iteratorMakers.has(nameOf(property)) && nameOf(object) !== "Object";
}

/** `canParse` of `URL.canParse`. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** A name, a string, or the last member of a path. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (isMember(node)) return nameOf(node.property);
  return String((node.type === "Literal" ? node.value : node.name) ?? "");
}

function namesIn(node: Node): string[] {
  const isName = node.type === "Identifier" || node.type === "Literal";
  return [...(isName ? [nameOf(node)] : []), ...childrenOf(node).flatMap(namesIn)];
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isMember(value: unknown): value is Node & { object: unknown; property: unknown } {
  return isNode(value) && value.type === "MemberExpression";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
