import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

describe("a dealer's cell with HTML", () => {
  it.each([
    [
      "<p><b>Clean</b>&nbsp;one owner</p><ul><li>Leather &amp; Nav</li></ul>\nCall",
      "Clean one owner\n• Leather & Nav\n\nCall",
    ],
    ["<script>alert(1)</script> Kia", "Kia"],
    ["a<br/>b<BR>c", "a\nb\nc"],
    ["&lt;p&gt;Limpio&lt;/p&gt;", "Limpio"],
    ["Direcci&oacute;n, A&ntilde;o, &#241;, &#xF1;", "Dirección, Año, ñ, ñ"],
    ["<!-- nota --><div style='x'>Uno</div><div>Dos</div>", "Uno\nDos"],
    ["<o:p>Word</o:p>", "Word"],
    ["<td>1</td><td>2</td>", "1 2"],
    ["<style>p{}</style>", ""],
    ["<br>", ""],
  ])("%j becomes text", (cell, text) => expect(plainText(cell).trim()).toBe(text));

  it.each([
    "menos de 5 < 6 > 4",
    "<3 este carro",
    "R&D; AT&T",
    "<Toyota>",
    "a <- b",
    "precio <9000",
  ])("%j contains none and stays the same", (cell) => expect(plainText(cell)).toBe(cell));

  it.each(["<p", "<!--", "<script>", "&lt;", "<b><"])(
    "with half a million %j is read in time",
    (part) => {
      plainText(part.repeat(500_000));
    },
  );
});
