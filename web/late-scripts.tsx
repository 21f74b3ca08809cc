import { Children, cloneElement, isValidElement, type ReactNode } from "react";
import { Scripts, useMatches } from "react-router";
import { LISTENING } from "./listening.ts";

type Inner = {
  children?: ReactNode;
  rel?: string;
  href?: string;
  type?: string;
  dangerouslySetInnerHTML?: { __html: string };
};

/** Under it lie the pages that show nothing before their script has found the session. */
const SCRIPTED_LAYOUT = "routes/session-layout";
/** The type under which the browser keeps a script without running it. */
const HELD = "text/held";

/**
 * The page's scripts as the server writes them. A public page is whole without them, so there they are fetched after its first
 * paint: on a slow line they would otherwise take the bandwidth that style sheet, font and photo need. The browser's own render
 * needs no such thing: it finds the same elements.
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  const scripted = useMatches().some(({ id }) => id === SCRIPTED_LAYOUT);
  const scripts = Scripts({ nonce });
  return scripted ? scripts : hold(scripts, []);
}

/** Takes the preloads out, keeps the module from running, and has the classic script before it start both. */
function hold(node: ReactNode, preloads: string[]): ReactNode {
  return Children.map(node, (element) => {
    if (!isValidElement<Inner>(element)) return element;
    const { children, rel, href, type, dangerouslySetInnerHTML } = element.props;
    if (children) return cloneElement(element, {}, hold(children, preloads));
    if (rel === "modulepreload" && href) return void preloads.push(href);
    if (type === "module") return cloneElement(element, { type: HELD });
    const code = `${dangerouslySetInnerHTML?.__html ?? ""}${startScript(preloads)}`;
    return cloneElement(element, { dangerouslySetInnerHTML: { __html: code } });
  });
}

/**
 * Fetches the scripts once the page is painted and its photos in view are there, after three seconds at the latest (a tab in the
 * background paints nothing). What a visitor presses or types before the page listens is
 * pressed and typed again when it does (set back first, since React ignores a value that it knows already): nothing is lost.
 */
function startScript(preloads: string[]): string {
  return `((n,d)=>{let m=2,b;
const s=()=>{const h=d.querySelector('script[type="${HELD}"]');if(m<0||!h)return;m=-1;
const a=(t,p)=>d.head.append(Object.assign(d.createElement(t),{nonce:n},p));
for(const href of ${JSON.stringify(preloads)})a("link",{rel:"modulepreload",href});a("script",{type:"module",textContent:h.textContent})};
const r=()=>--m||s(),o=new PerformanceObserver(()=>{o.disconnect();r()});
o.observe({type:"paint",buffered:true});addEventListener("load",r);setTimeout(s,3e3);
const k=e=>{b=e.target.closest("button:not([type=submit],[popovertarget])")},i=e=>w.set(e.target,e.target.value),w=new Map();
d.addEventListener("click",k,true);d.addEventListener("input",i,true);addEventListener("${LISTENING}",()=>{
d.removeEventListener("click",k,true);d.removeEventListener("input",i,true);for(const [e,v] of w){e.value=e.defaultValue??v;
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e),"value").set.call(e,v);
for(const type of ["input","change"])e.dispatchEvent(new Event(type,{bubbles:true}))}b?.click()})})(document.currentScript.nonce,document);`;
}
