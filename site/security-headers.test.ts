import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashInlineScripts, pageSecurityHeaders, scriptSource } from "./security-headers.ts";

const sum = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

describe("a page lets a visitor's browser run", () => {
  test("its own inline scripts, including those in a noscript", () => {
    const { html, inline } = hashInlineScripts(
      '<link nonce="n1" href="/a.css"><script nonce="n1">one()</script>' +
        '<noscript><script type="module" nonce="n1" async="">import "/assets/x.js"</script></noscript>',
      "n1",
    );
    expect(inline).toEqual([sum("one()"), sum('import "/assets/x.js"')]);
    expect(html).not.toContain("nonce");
  });

  test("no injected script, whatever its nonce", () => {
    const { inline } = hashInlineScripts(
      '<p><script>evil()</script><script nonce="n2">evil()</script></p>' +
        '<script type="application/ld+json">{"name":"x"}</script><script nonce="n1">own()</script>',
      "n1",
    );
    expect(inline).toEqual([sum("own()")]);
  });

  test("built files of the requested host, unless its name is malformed", () => {
    expect(scriptSource("autos.example:3000")).toBe("autos.example:3000/assets/");
    for (const host of ["[::1]:3000", "x;script-src", "*.example", "a,b"]) {
      expect(scriptSource(host)).toBe("'self'");
    }
    const { "Content-Security-Policy": policy = "" } = pageSecurityHeaders({
      scripts: scriptSource("autos.example"),
      inline: [sum("own()")],
      secure: true,
    });
    expect(policy).toContain(
      `script-src autos.example/assets/ ${sum("own()")} 'wasm-unsafe-eval';`,
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });
});
