import { isValidElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Button } from "./button.tsx";
import { Slot } from "./slot.tsx";

type ClickProps = { onClick: (event: string) => void };

describe("a link with a button's look", () => {
  it("keeps its own attributes, with the button's classes before its own", () => {
    const markup = renderToStaticMarkup(
      <Button asChild variant="outline" title="given" className="flex-1">
        <a href="/login" title="own" className="px-1">
          Entrar
        </a>
      </Button>,
    );
    expect(markup).toBe(
      '<a href="/login" title="own" class="button button-md button-outline flex-1 px-1">Entrar</a>',
    );
  });

  it("calls its own handler first and then the passed one", () => {
    const called: string[] = [];
    const slotted = Slot({
      onClick: (event: string) => called.push(`given ${event}`),
      children: <Clickable onClick={(event) => called.push(`own ${event}`)} />,
    });
    if (!isValidElement(slotted)) throw new Error("nothing was drawn");
    (slotted as ReactElement<ClickProps>).props.onClick("click");
    expect(called).toEqual(["own click", "given click"]);
  });

  it("renders nothing for a child that is not an element", () => {
    expect(renderToStaticMarkup(<Slot className="x">text</Slot>)).toBe("");
  });
});

function Clickable({ onClick }: ClickProps) {
  return (
    <button type="button" onClick={() => onClick("click")}>
      x
    </button>
  );
}
