/** Storage key of the light or dark choice; absent while the system decides. */
export const THEME_STORAGE_KEY = "theme";

/**
 * Runs before the first paint, so that nothing flashes: applies the stored choice, or follows the
 * system without one. When storage is blocked, the event carries the choice. Inlined by the root
 * layout.
 */
export const themeScript = `(()=>{const q=matchMedia("(prefers-color-scheme: dark)");let m=null;const a=e=>{m=e?.detail??m;let c=m;try{c=localStorage.getItem("${THEME_STORAGE_KEY}")}catch{}
const d=c==="dark"||(c!=="light"&&q.matches);document.documentElement.classList.toggle("dark",d)};a();q.addEventListener("change",a);addEventListener("storage",a);addEventListener("themechange",a)})()`;
