import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/**
 * Renders its children in an iframe with this page's styles and theme, as high as its content, so
 * that media queries depend on its width. Not interactive.
 */
export function IframePreview({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [length, setLength] = useState(0);

  useEffect(() => {
    const inner = body?.ownerDocument;
    if (!inner) return;
    inner.body.inert = true;
    for (const style of document.querySelectorAll("link[rel=stylesheet], style")) {
      inner.head.append(style.cloneNode(true));
    }
    const follow = () => {
      inner.documentElement.className = document.documentElement.className;
    };
    follow();
    const theme = new MutationObserver(follow);
    theme.observe(document.documentElement, { attributeFilter: ["class"] });
    const size = new ResizeObserver(() => setLength(inner.body.offsetHeight));
    size.observe(inner.body);
    return () => {
      theme.disconnect();
      size.disconnect();
    };
  }, [body]);

  return (
    <iframe
      ref={frame}
      title={title}
      tabIndex={-1}
      srcDoc="<!doctype html><html lang='es'><head></head><body></body></html>"
      onLoad={() => setBody(frame.current?.contentDocument?.body ?? null)}
      className="pointer-events-none block w-full border-0"
      style={{ height: length || "100%" }}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}
