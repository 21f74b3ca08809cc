import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

/**
 * Translators and extensions wrap each text node in an element of theirs. React then throws when it
 * inserts a node before such a text or removes the text, and fails to update a text unless it is
 * its element's only child. So text needs its own element when it changes next to other nodes, or
 * is next to a node that comes and goes. This test finds violations.
 */
const root = fileURLToPath(new URL(".", import.meta.url));

/** Props and variables with these names hold elements, never bare text. */
const slots =
  /^(actions?|ask|code|detail|dialog|icon|inquiry|leaveDialog|notice|pending|search|seller|navLinks)$/;

/** Functions with these names return elements. */
const renders = /^(deal|detail|header|inquiry|renderDemo)$/;

type JSXNode = ESTree.JSXElement | ESTree.JSXFragment;
type Kind =
  | "text"
  | "live text"
  | "element"
  | "moving"
  | "moving text"
  | "changing text"
  | "nothing";

test("no bare text is next to a conditional node, or changes next to another node", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const sources = files.filter((path) => /(?<!\.test)\.tsx$/.test(path));
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap((path) => faultsIn(path, readFileSync(join(root, path), "utf8")))).toEqual(
    [],
  );
});

test.each([
  ["a spinner before the text", "<b>{busy && <Spinner />} Guardar</b>", false],
  ["an icon that changes before the text", "<b>{on ? <A /> : <B />}{label}</b>", false],
  [
    "a component in a variable",
    "function A() { const Icon = pick(); return <b><Icon /> Guardar</b>; }",
    false,
  ],
  ["text that comes and goes", "<b>Cuenta{mail && mail}</b>", false],
  ["text in the place of an element", "<b>{name ? name : <i />}<i /></b>", false],
  ["text that changes beside an icon", '<b><i />{on ? "Ocultar" : "Publicar"}</b>', false],
  ["a list before the text", "<b>{all.map((one) => <i key={one} />)} y más</b>", false],
  ["text of a fragment", "<b><i />{on && <><i /> Guardado</>}</b>", false],
  ["elements of a fragment", "<b><i />{on && <><i /><i>Guardado</i></>}</b>", true],
  ["an icon of a variant", "<b>{on ? <i><s /> Sí</i> : <i><b /> No</i>}</b>", false],
  [
    "a variant that a component returns",
    "function A() { if (on) return <b><i>x</i> Sí</b>; return <b><u>x</u> No</b>; }",
    false,
  ],
  ["variants of different elements", "<b>{on ? <i><s /> Sí</i> : <u><b /> No</u>}</b>", true],
  ["text in an element of its own", "<b>{busy && <Spinner />}<span>Guardar</span></b>", true],
  ["text before what comes and goes", "<b>Guardar{busy && <Spinner />}</b>", true],
  ["a number beside text", "<b>{count} de 60</b>", false],
  ["a number in a text", '<b>{count + " de 60"}</b>', true],
  ["a label of the moment beside an icon", "<b><i />{label}</b>", false],
  [
    "a label of the catalogue beside an icon",
    'import { words } from "x"; function A() { const { save } = words.form; return <b><i />{save}</b>; }',
    true,
  ],
  ["text that changes alone", '<b>{on ? "Ocultar" : "Publicar"}</b>', true],
  ["text beside an icon", 'import { Icon } from "x"; const x = <b><Icon /> Guardar</b>', true],
])("%s is reported if it is unsafe in a translated page", (_what, source, isFine) => {
  expect(faultsIn("example.tsx", source).length === 0).toBe(isFine);
});

function faultsIn(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const known = namesOf(program);
  const faults: string[] = [];
  const report = ({ start }: JSXNode, what: string) => {
    faults.push(`${path}:${source.slice(0, start).split("\n").length} ${what}`);
  };
  const check = (node: JSXNode) => {
    const kinds = kindsIn(node, known);
    // A fragment adds its nodes among those around it.
    const isFine = isSafe(kinds) && !(node.type === "JSXFragment" && kinds.includes("text"));
    if (!isFine) report(node, kinds.join(", "));
  };
  const compare = (variants: JSXNode[]) => {
    for (const [index, one] of variants.entries()) {
      const other = variants.slice(index + 1).find((next) => clash(one, next, known));
      if (other) report(other, "is a variant of another element");
    }
  };
  const functions: JSXNode[][] = [];
  const enter = () => void functions.push([]);
  const leave = () => compare(functions.pop() ?? []);
  const note = (node: ESTree.ReturnStatement) =>
    functions.at(-1)?.push(...variantsOf(node.argument));
  const choose = (node: ESTree.ConditionalExpression) => compare(variantsOf(node));
  new Visitor({
    JSXElement: check,
    JSXFragment: check,
    ConditionalExpression: choose,
    ReturnStatement: note,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
  }).visit(program);
  return faults;
}

function isSafe(kinds: Kind[]): boolean {
  if (kinds.length < 2) return true;
  if (kinds.some((kind) => /^(live|moving|changing) text$/.test(kind))) return false;
  const moving = kinds.indexOf("moving");
  return moving === -1 || !kinds.slice(moving).includes("text");
}

/** The elements that an expression may evaluate to; React reuses the nodes of one for another. */
function variantsOf(node: ESTree.Expression | null): JSXNode[] {
  switch (node?.type) {
    case "JSXElement":
    case "JSXFragment":
      return [node];
    case "ParenthesizedExpression":
      return variantsOf(node.expression);
    case "LogicalExpression":
      return variantsOf(node.right);
    case "ConditionalExpression":
      return [...variantsOf(node.consequent), ...variantsOf(node.alternate)];
    default:
      return [];
  }
}

/**
 * Whether one of two variants has text next to a node that React must replace to make the other.
 */
function clash(one: JSXNode, other: JSXNode, known: Set<string>): boolean {
  if (tagOf(one) !== tagOf(other)) return false;
  const [ones, others] = [childrenOf(one), childrenOf(other)];
  return Array.from({ length: Math.max(ones.length, others.length) }).some((_, index) => {
    const [mine, theirs] = [ones[index], others[index]];
    if (mine && theirs && isElement(mine) && isElement(theirs) && tagOf(mine) === tagOf(theirs)) {
      return clash(mine, theirs, known);
    }
    const isSame = mine && theirs && !isElement(mine) && !isElement(theirs);
    const rest = [...ones.slice(index), ...others.slice(index)];
    return (
      !isSame &&
      ones.length + others.length > 2 &&
      rest.some((child) => kindOfChild(child, known) === "text")
    );
  });
}

const isElement = (node: ESTree.JSXChild): node is JSXNode =>
  node.type === "JSXElement" || node.type === "JSXFragment";

function tagOf(node: JSXNode): string {
  if (node.type === "JSXFragment") return "";
  const { name } = node.openingElement;
  return name.type === "JSXIdentifier" ? name.name : name.type;
}

function childrenOf(node: JSXNode): ESTree.JSXChild[] {
  return node.children.filter(
    (child) => child.type !== "JSXText" || child.value.trim() !== "" || !child.value.includes("\n"),
  );
}

/**
 * Names with a constant value: imports, declarations at the top of the file, and parts of those.
 */
function namesOf(program: ESTree.Program): Set<string> {
  const known = topNamesOf(program);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (!init || !isConstant(init, known)) return;
      for (const name of boundIn(id)) known.add(name);
    },
  }).visit(program);
  return known;
}

function boundIn(pattern: ESTree.BindingPattern): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((part) =>
    part.type === "Property" ? boundIn(part.value) : [],
  );
}

function topNamesOf(program: ESTree.Program): Set<string> {
  return new Set(
    program.body.flatMap((statement) => {
      if (statement.type === "ImportDeclaration") {
        return statement.specifiers.map(({ local }) => local.name);
      }
      const declared =
        statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration"
          ? statement.declaration
          : statement;
      if (declared?.type === "FunctionDeclaration") return declared.id?.name ?? [];
      if (declared?.type !== "VariableDeclaration") return [];
      return declared.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
    }),
  );
}

function kindsIn(node: JSXNode, known: Set<string>): Kind[] {
  return node.children
    .map((child) => kindOfChild(child, known))
    .filter((kind) => kind !== "nothing");
}

function kindOfChild(child: ESTree.JSXChild, known: Set<string>): Kind {
  switch (child.type) {
    case "JSXText":
      return child.value.trim() === "" && child.value.includes("\n") ? "nothing" : "text";
    case "JSXExpressionContainer":
      return child.expression.type === "JSXEmptyExpression"
        ? "nothing"
        : kindOf(child.expression, known);
    case "JSXElement":
      return kindOf(child, known);
    default:
      return "element";
  }
}

function kindOf(node: ESTree.Expression, known: Set<string>): Kind {
  switch (node.type) {
    case "JSXElement": {
      const { name } = node.openingElement;
      if (name.type !== "JSXIdentifier" || /^[a-z]/.test(name.name)) return "element";
      return known.has(name.name) ? "element" : "moving";
    }
    case "JSXFragment":
      return "element";
    case "Literal":
      return node.value === null ? "nothing" : "text";
    case "Identifier":
      if (node.name === "undefined") return "nothing";
      if (slots.test(node.name)) return "element";
      if (node.name === "children") return "text";
      return isConstant(node, known) ? "text" : "live text";
    case "MemberExpression":
      if (slots.test(nameOf(node))) return "element";
      if (nameOf(node) === "children") return "text";
      return isConstant(node, known) ? "text" : "live text";
    case "ParenthesizedExpression":
      return kindOf(node.expression, known);
    case "CallExpression":
      if (isList(node)) return "moving";
      if (renders.test(nameOf(node.callee))) return "element";
      return isConstant(node, known) ? "text" : "live text";
    case "LogicalExpression":
      return node.operator === "&&"
        ? either("nothing", kindOf(node.right, known))
        : either(kindOf(node.left, known), kindOf(node.right, known));
    case "ConditionalExpression":
      return either(kindOf(node.consequent, known), kindOf(node.alternate, known));
    default:
      return isConstant(node, known) ? "text" : "live text";
  }
}

function nameOf(node: ESTree.Node): string {
  if (node.type === "MemberExpression") return nameOf(node.property);
  return node.type === "Identifier" ? node.name : "";
}

/** Whether an expression has the same value for the page's lifetime. */
function isConstant(node: ESTree.Node, known: Set<string>): boolean {
  switch (node.type) {
    case "Literal":
      return true;
    case "Identifier":
      return known.has(node.name);
    case "MemberExpression":
      return isConstant(node.object, known) && (!node.computed || isConstant(node.property, known));
    case "CallExpression":
      return (
        isConstant(node.callee, known) && node.arguments.every((one) => isConstant(one, known))
      );
    case "TemplateLiteral":
      return node.expressions.every((one) => isConstant(one, known));
    case "ParenthesizedExpression":
      return isConstant(node.expression, known);
    default:
      return false;
  }
}

function either(one: Kind, other: Kind): Kind {
  if (one === "nothing" && other === "nothing") return "nothing";
  const isText = (kind: Kind) => /^(live |changing )?text$/.test(kind);
  if (isText(one) && isText(other)) return "changing text";
  return [one, other].some((kind) => isText(kind) || kind === "moving text")
    ? "moving text"
    : "moving";
}

function isList({ callee }: ESTree.CallExpression): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    /^(map|flatMap)$/.test(callee.property.name)
  );
}
