import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const longestFile = 400;
const junkDrawers = /(^|\/)(utils?|lib|helpers?|common|shared|misc)(\/|\.tsx?$)/;

const ownPath = "tests/architecture.test.ts";

/** Words of an old dialect of this repository, which plain English does without. */
const privateWords =
  /\b(whoever|nobody|somebody|anew|meanwhile|(of|to|for) whom|of which|(is|are|was) told|parted)\b/i;
/** The account without rights that Debian has. */
const systemAccount = /["`]nobody["`]|account postgres or nobody/g;

const dependsOnMachine =
  /performance\.now\(|memoryUsage\(|node:timers\/promises|setTimeout\(.*[1-9]|(?<!_)timeout: [0-9_]{4,}|^ *\}, [0-9_]{4,}\);/;
/** Tests of a minimum wait, or that keep a page busy. */
const readsClock = new Set([
  "tests/contract/accounts/recover.test.ts",
  "tests/e2e/account/list.spec.ts",
  "tests/e2e/platform/touches.spec.ts",
]);

type Rule = { from: RegExp; may: RegExp[] };

const backendAreas = ["auth", "rest", "storage", "functions", "mail"];
const webFeatures = listFolders("web/features");
const limits = /^backend\/src\/limits\.ts$/;
const settings = /^backend\/src\/settings\.ts$/;
const hooks = /^backend\/src\/hooks\.ts$/;
const postgres = /^backend\/src\/postgres\//;
/** What a product may use of the backend: its index, imported as `#backend`. */
const backend = /^backend$/;
const storage = /^web\/device-storage\.ts$/;
const http = /^backend\/src\/http\//;

/**
 * Allowed imports, by path from the root; packages are checked separately. The first rule with a
 * matching `from` applies.
 */
const rules: Rule[] = [
  { from: /^backend\/.*\.test\.ts$/, may: [/^backend\//] },
  { from: /^contract\//, may: [/^contract\//] },
  { from: /^backend\/src\/(limits|settings)\.ts$/, may: [] },
  { from: hooks, may: [/^backend\/src\/postgres\/sql\.ts$/] },
  { from: postgres, may: [postgres, limits, settings] },
  { from: http, may: [http, postgres, limits, settings] },
  ...backendAreas.map((area) => ({
    from: new RegExp(`^backend/src/${area}/`),
    may: [new RegExp(`^backend/src/${area}/`), http, postgres, limits, settings, hooks],
  })),
  { from: /^backend\/src\/index\.ts$/, may: [/^backend\/src\//] },
  { from: /^backend\/src\//, may: [/^backend\/src\/(?!index\.ts)/] },
  { from: /^backend\//, may: [/^backend\//] },
  { from: /^composition\//, may: [backend, /^(contract|functions)\//] },
  { from: /^functions\//, may: [/^functions\//, /^contract\//] },
  { from: /^mails\//, may: [/^mails\//, /^contract\//] },
  { from: /^site\//, may: [/^site\//, /^contract\//, backend] },
  { from: /^web\/ui\//, may: [/^web\/ui\//, storage] },
  { from: /^web\/api\//, may: [/^web\/api\//, /^contract\//] },
  { from: /^web\/session\//, may: [/^web\/(session|api)\//, storage, /^contract\//] },
  ...webFeatures.map((feature) => ({
    from: new RegExp(`^web/features/${feature}/`),
    may: [
      new RegExp(`^web/features/${feature}/`),
      /^web\/(ui|session|api)\//,
      /^web\/request-context\.ts$/,
      storage,
      /^contract\//,
    ],
  })),
  { from: /^web\//, may: [/^web\//, /^contract\//, /^\.react-router\//] },
  { from: /^settings\.ts$/, may: [backend, /^package\.json$/] },
  {
    from: /^server\.ts$/,
    may: [backend, /^(composition|site|functions|mails|settings)/],
  },
];

/**
 * The packages that an area may use, where the table restricts them. Only the server may use Node's
 * own modules.
 */
const packages: { from: RegExp; may: RegExp }[] = [
  { from: /^contract\/(?!.*\.test\.)/, may: /^(zod|libphonenumber-js)/ },
  { from: /^web\/entry\.server\.tsx$/, may: /^(?!hono|pg$|pino|sharp|graphile)/ },
  { from: /^web\/(?!.*\.test\.)/, may: /^(?!node:|hono|pg$|pino|sharp|graphile)/ },
];

const sources = listFiles(".").filter((path) =>
  /^(backend|composition|contract|functions|mails|site|web|server\.ts|settings\.ts)/.test(path),
);
const imports = new Map(sources.map((path) => [path, readImports(path)]));

/** Citations in comments and test titles; `elsewhere` matches sources outside the repository. */
const citation = new RegExp(
  [
    /\bdecisions?[ /](?<decision>\d{3})\b/,
    /(?<page>[\w/-]+\.md)\b/,
    /\bthreats? (?<threat>\d+)/,
    /\bfaults? (?<fault>\d+)/,
    /\b(?<elsewhere>issue #?\d+|product sections? \d|the spec(?:ification)?\b(?! of))/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);
const pages = listFiles(".", /\.md$/);
const decisions = pages.flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []);

describe("the tree", () => {
  test("a file imports only what its area may", () => {
    const checked = sources.filter((path) => isSource(path) || path.startsWith("backend/"));
    const broken = checked.flatMap((path) => {
      const rule = rules.find(({ from }) => from.test(path));
      const inside = imports.get(path)?.inside ?? [];
      return inside
        .filter((to) => !rule?.may.some((may) => may.test(to)))
        .map((to) => `${path} → ${to}`);
    });
    expect(broken).toEqual([]);
  });

  test("the backend contains neither the product's name nor its nouns", () => {
    const nouns = /vehicle|dealer|vendedor|salesperson|concesionario|\bleads?_/i;
    expect(findInBackend(/vitrina/i)).toEqual([]);
    expect(findInBackend(nouns)).toEqual([]);
    expect(
      findInBackend(/[¿¡ñ]|[áéíóú][a-z]/).filter((line) => !/^\S+\.test\.ts:/.test(line)),
    ).toEqual([]);
  });

  test("the backend calls no SQL of the product", () => {
    const made = /^create (?:or replace )?(?:table|view|function) ((?:public|private)\.\w+)/gm;
    const names = listFiles("supabase/schemas", /\.sql$/).flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(made)].flatMap(([, name]) => name ?? []),
    );
    expect(names).toContain("private.served_objects");
    const words = names.map((name) => name.replace(".", "\\."));
    expect(findInBackend(new RegExp(`\\b(${words.join("|")})\\b`))).toEqual([]);
  });

  test("a file uses only the packages of its area", () => {
    const broken = sources.flatMap((path) => {
      const rule = packages.find(({ from }) => from.test(path));
      const outside = imports.get(path)?.outside ?? [];
      return outside
        .filter((name) => rule && !rule.may.test(name))
        .map((name) => `${path} → ${name}`);
    });
    expect(broken).toEqual([]);
  });

  test("no import cycle exists", () => {
    expect(findCycles()).toEqual([]);
  });

  test("black-box tests import only the contract from the source", () => {
    const broken = listFiles("tests")
      .filter((path) => /^tests\/(contract|e2e)\//.test(path))
      .flatMap((path) =>
        readImports(path)
          .inside.filter((to) => !/^(tests|contract|backend\/tests)\//.test(to))
          .map((to) => `${path} → ${to}`),
      );
    expect(broken).toEqual([]);
  });

  test("every rule matches at least one file", () => {
    const idle = rules.filter(({ from }) => !sources.some((path) => from.test(path)));
    expect(idle.map(({ from }) => String(from))).toEqual([]);
  });

  test(`no source file is longer than ${longestFile} lines`, () => {
    const long = sources.filter(
      (path) =>
        isSource(path) &&
        readFileSync(join(root, path), "utf8").split("\n").length > longestFile + 1,
    );
    expect(long).toEqual([]);
  });

  test("a comment cites only pages and numbers that exist", () => {
    const broken = listFiles(".", /\.(tsx?|sql|css)$/)
      .filter((path) => path !== "tests/architecture.test.ts" && !path.includes("/migrations/"))
      .flatMap((path) =>
        [...readFileSync(join(root, path), "utf8").matchAll(citation)]
          .filter(({ groups }) => !isInRepository(groups ?? {}))
          .map(([words]) => `${path}: ${words}`),
      );
    expect(broken).toEqual([]);
  });

  test("a relative link in a page leads to a file, and to a heading it names", () => {
    const broken = pages.flatMap((path) =>
      linksOf(path)
        .filter(({ to, heading }) => !leadsSomewhere(to, heading))
        .map(({ link }) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("no number is formatted by the browser's Intl, which may lack a country's data", () => {
    const written = sources
      .filter((path) => isSource(path) && !path.startsWith("backend/"))
      .filter((path) =>
        /\.toLocaleString\(|Intl\.NumberFormat/.test(readFileSync(join(root, path), "utf8")),
      );
    // Detects the decimal separator of the reader's spreadsheet.
    expect(written).toEqual(["web/ui/controls/csv.ts"]);
  });

  test("only one file accesses the browser's storage, which may be blocked", () => {
    const touching = sources
      .filter((path) => path.startsWith("web/") && isSource(path))
      .filter((path) =>
        /\b(localStorage|sessionStorage|indexedDB)\b(?!`)/.test(
          readFileSync(join(root, path), "utf8"),
        ),
      );
    expect(touching).toEqual([
      "web/device-storage.ts",
      // Scripts that run before any module, each in a try.
      "web/features/sellers/record-taps.tsx",
      "web/session/device/stored-session.ts",
      "web/ui/theme/theme-script.ts",
    ]);
  });

  test("every form reads its fields on submit, through form-resolver.ts", () => {
    const resolving = sources.filter((path) =>
      imports.get(path)?.outside.some((name) => name.startsWith("@hookform/resolvers")),
    );
    expect(resolving).toEqual(["web/ui/fields/form-resolver.ts"]);
  });

  test("no test reads a clock, memory or sets its own time limit", () => {
    const found = listFiles(".")
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && path !== ownPath)
      .filter((path) => !readsClock.has(path))
      .flatMap((path) =>
        readFileSync(join(root, path), "utf8")
          .split("\n")
          .filter((line) => dependsOnMachine.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  test("no text uses the words that readers had to translate", () => {
    const found = listFiles(".", /\.(tsx?|js|sql|md|ya?ml)$/)
      .filter((path) => !/^[^/]+\/(src\/schema\/)?migrations\//.test(path) && path !== ownPath)
      .flatMap((path) =>
        readFileSync(join(root, path), "utf8")
          .split("\n")
          .filter((line) => privateWords.test(line.replaceAll(systemAccount, "")))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  test("no folder or file has a catch-all name", () => {
    expect(listFiles(".").filter((path) => junkDrawers.test(path))).toEqual([]);
  });
});

function findInBackend(words: RegExp): string[] {
  return listFiles("backend", /\.(ts|sql|md)$/).flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .filter((line) => words.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

function isSource(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && path !== "contract/database.types.ts";
}

function listFolders(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function isInRepository(cited: Record<string, string | undefined>): boolean {
  const { decision, page, threat, fault, elsewhere } = cited;
  if (decision) return decisions.includes(decision);
  if (page) return pages.some((path) => path === page || path.endsWith(`/${page}`));
  if (threat) return hasLine("docs/threats.md", `| ${threat} `);
  if (fault) return hasLine("docs/threats.md", `| ${fault} `, "## Faults");
  return elsewhere === undefined;
}

/** Whether a page has a line with this start, below the heading if given. */
function hasLine(path: string, start: string, heading = ""): boolean {
  const text = readFileSync(join(root, path), "utf8");
  return text.slice(text.indexOf(heading)).includes(`\n${start}`);
}

/** The relative links and pictures of a page; addresses with a scheme are left alone. */
function linksOf(path: string): { link: string; to: string; heading: string }[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/\]\((?<link>[^()\s]+)\)/g)]
    .map(({ groups }) => groups?.link ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = "", heading = ""] = link.split("#");
      return { link, to: file === "" ? path : normalize(join(dirname(path), file)), heading };
    });
}

function leadsSomewhere(to: string, heading: string): boolean {
  if (!existsSync(join(root, to))) return false;
  if (heading === "") return true;
  const headings = readFileSync(join(root, to), "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, words = ""]) => anchorOf(words) === heading);
}

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function listFiles(folder: string, names = /\.tsx?$/): string[] {
  const ignored =
    /^(build|backend\/dist|data|\.git|\.react-router|test-results)$|(^|\/)(node_modules|\.next)$/;
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = normalize(join(folder, name));
    if (ignored.test(path)) return [];
    if (statSync(join(root, path)).isDirectory()) return listFiles(path, names);
    return names.test(name) ? [path] : [];
  });
}

function readImports(path: string): { inside: string[]; outside: string[] } {
  const text = readFileSync(join(root, path), "utf8");
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g;
  const names = [...text.matchAll(pattern)].flatMap(([, name]) => (name ? [name] : []));
  const inside = names
    .filter((name) => /^[.#]/.test(name) && !name.includes("/+types/"))
    .map((name) => name.replace(/\?\w+$/, ""))
    .map((name) =>
      name.startsWith("#") ? resolveAlias(name) : normalize(join(dirname(path), name)),
    );
  return { inside, outside: names.filter((name) => !/^[.#]/.test(name)) };
}

/** Resolves a name in package.json's `imports`; `#backend` alone is the package. */
function resolveAlias(name: string): string {
  return name
    .slice(1)
    .replace(/^backend\//, "backend/src/")
    .replace(/^backend-tests\//, "backend/tests/");
}

function findCycles(): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const to of imports.get(path)?.inside ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) visit(path, []);
  return cycles;
}
