/** Elements that start a new line. */
const blocks = new Set(
  "address article blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul".split(
    " ",
  ),
);
const inline = new Set(
  "a abbr b big body center em embed font footer form head header html i iframe img ins link main meta nav noscript object s script small span strike strong style sub sup tbody td tfoot th thead title u".split(
    " ",
  ),
);
/** Elements without visible text. */
const hiddenElements = new Set(["script", "style"]);

const tag = /<(?:!--|(\/?)([a-z][a-z0-9:]*)(?=[\s/>])[^<>]*>)/gi;

/** Converts HTML that a dealer's program left in a cell to text: drops tags, decodes entities. */
export function plainText(cell: string): string {
  const text = /&lt;\/?[a-z]/i.test(cell) ? decodeEntities(cell) : cell;
  const stripped = /<[a-z!/]/i.test(text) ? stripTags(text) : text;
  return stripped.includes("&") ? decodeEntities(stripped) : stripped;
}

function stripTags(html: string): string {
  let text = "";
  let from = 0;
  tag.lastIndex = 0;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    const [whole, slash = "", written] = found;
    const name = written?.toLowerCase();
    if (name !== undefined && !blocks.has(name) && !inline.has(name) && !name.includes(":")) {
      continue;
    }
    text += html.slice(from, found.index);
    text += spaceFor(name, slash, text);
    from = found.index + whole.length;
    if (name !== undefined && (slash || !hiddenElements.has(name))) continue;
    const end = endOfHiddenElement(html, from, name);
    if (end === null) break;
    from = end;
    tag.lastIndex = end;
  }
  return withoutBlankLines(text + html.slice(from));
}

function spaceFor(name: string | undefined, slash: string, before: string): string {
  if (name === "td" || name === "th") return " ";
  if (name === undefined || !blocks.has(name)) return "";
  const line = before === "" || before.endsWith("\n") ? "" : "\n";
  return name === "li" && !slash ? `${line}• ` : line;
}

/** Where a comment, script or style ends. */
function endOfHiddenElement(html: string, from: number, name: string | undefined): number | null {
  const end = name === undefined ? /-->/g : /<(?=\/(?:script|style)\b)/gi;
  end.lastIndex = from;
  const found = end.exec(html);
  return found && (name === undefined ? end.lastIndex : found.index);
}

/** At most one blank line at a time. */
function withoutBlankLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " "));
  return lines
    .filter((line, index) => line !== "" || lines[index - 1] !== "")
    .join("\n")
    .trim();
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  iexcl: "¡",
  iquest: "¿",
  bull: "•",
  middot: "·",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  deg: "°",
  ordm: "º",
  ordf: "ª",
  reg: "®",
  trade: "™",
  copy: "©",
  euro: "€",
};
const accents: Record<string, string> = {
  acute: "\u0301",
  grave: "\u0300",
  tilde: "\u0303",
  uml: "\u0308",
  circ: "\u0302",
  cedil: "\u0327",
};

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? accented(name) ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      const isText =
        code === 10 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000));
      return isText ? String.fromCodePoint(code).replace("\u00a0", " ") : "";
    },
  );
}

/** "ntilde" and "Eacute". */
function accented(name: string): string | undefined {
  const accent = accents[name.slice(1).toLowerCase()];
  return accent && (name[0] + accent).normalize("NFC");
}
