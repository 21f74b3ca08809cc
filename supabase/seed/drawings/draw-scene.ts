/** Background of a picture. */
export type SceneName = "showroom" | "street" | "lot" | "garage";

/** The y of the ground in a picture of 1600 by 1200. */
export const groundLine = 905;

/** Draws a picture's background, 1600 by 1200. */
export function drawScene(name: SceneName): string {
  return scenes[name];
}

const skyline = [
  [0, 250],
  [90, 330],
  [170, 210],
  [260, 380],
  [350, 290],
  [440, 420],
  [540, 260],
  [640, 350],
  [720, 230],
  [810, 400],
  [900, 300],
  [1000, 440],
  [1100, 280],
  [1190, 360],
  [1290, 240],
  [1380, 390],
  [1480, 310],
  [1560, 260],
]
  .map(([x, height], index) => {
    const width = 96;
    const lights = Array.from({ length: 14 }, (_, at) => {
      const lit = (at * 7 + index * 5) % 3 === 0;
      return lit
        ? `<rect x="${(x ?? 0) + 12 + (at % 4) * 20}" y="${790 - (height ?? 0) + 22 + Math.floor(at / 4) * 38}" width="9" height="14" fill="#ffd9a0" fill-opacity=".55"/>`
        : "";
    }).join("");
    return `<rect x="${x}" y="${790 - (height ?? 0)}" width="${width}" height="${height}" fill="${index % 2 ? "#2a2f4a" : "#333a58"}"/>${lights}`;
  })
  .join("");

const trees = Array.from({ length: 13 }, (_, index) => {
  const x = index * 130 + (index % 3) * 24 - 20;
  const height = 120 + ((index * 37) % 70);
  return `<ellipse cx="${x}" cy="${750 - height * 0.4}" rx="${82 + ((index * 13) % 30)}" ry="${height * 0.62}" fill="${index % 2 ? "#4f7a54" : "#5d8a5e"}"/>`;
}).join("");

const scenes: Record<SceneName, string> = {
  showroom: `<defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfd5dc"/><stop offset="1" stop-color="#f2f4f6"/></linearGradient>
      <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#dfe3e8"/><stop offset=".35" stop-color="#c3c9d0"/><stop offset="1" stop-color="#9aa2ac"/></linearGradient>
      <radialGradient id="spot" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <rect width="1600" height="1200" fill="url(#wall)"/>
    ${[180, 620, 1060].map((x) => `<rect x="${x}" y="130" width="360" height="14" rx="7" fill="#fff"/><rect x="${x - 40}" y="144" width="440" height="120" fill="url(#spot)" fill-opacity=".6"/>`).join("")}
    ${[0, 400, 800, 1200].map((x) => `<rect x="${x}" y="210" width="2" height="590" fill="#b7bec6" fill-opacity=".6"/>`).join("")}
    <rect y="800" width="1600" height="400" fill="url(#floor)"/>
    <rect y="796" width="1600" height="6" fill="#aab2bb"/>
    <ellipse cx="800" cy="930" rx="800" ry="150" fill="url(#spot)" fill-opacity=".75"/>`,
  street: `<defs>
      <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1d2547"/><stop offset=".45" stop-color="#6a4a78"/><stop offset=".75" stop-color="#e0805c"/><stop offset="1" stop-color="#f7c083"/></linearGradient>
      <linearGradient id="road" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5b5560"/><stop offset="1" stop-color="#2a2a33"/></linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="#ffe7b8" stop-opacity=".9"/><stop offset="1" stop-color="#ffb877" stop-opacity="0"/></radialGradient></defs>
    <rect width="1600" height="800" fill="url(#dusk)"/><circle cx="1180" cy="640" r="330" fill="url(#glow)"/>
    ${skyline}
    <rect y="770" width="1600" height="36" fill="#3b3644"/><rect y="764" width="1600" height="8" fill="#83748a"/>
    <rect y="804" width="1600" height="396" fill="url(#road)"/>
    <g fill="#e9dcc6" fill-opacity=".75">${[60, 460, 860, 1260].map((x) => `<path d="M${x} 1098l240 0l16 16l-262 0Z"/>`).join("")}</g>
    <ellipse cx="800" cy="930" rx="860" ry="120" fill="url(#glow)" fill-opacity=".22"/>`,
  lot: `<defs>
      <linearGradient id="day" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7fb2dd"/><stop offset="1" stop-color="#e4f0f7"/></linearGradient>
      <linearGradient id="asphalt" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a3a6aa"/><stop offset="1" stop-color="#6d7176"/></linearGradient></defs>
    <rect width="1600" height="800" fill="url(#day)"/>
    <g fill="#fff" opacity=".75"><ellipse cx="330" cy="220" rx="190" ry="34"/><ellipse cx="450" cy="190" rx="130" ry="40"/><ellipse cx="1220" cy="300" rx="220" ry="30"/><ellipse cx="1120" cy="276" rx="120" ry="34"/></g>
    ${trees}
    <rect y="716" width="1600" height="90" fill="#7fa169"/><rect y="790" width="1600" height="16" fill="#c8ccd0"/>
    <rect y="804" width="1600" height="396" fill="url(#asphalt)"/>
    <g fill="#f5f5f0" fill-opacity=".8"><path d="M60 806l20 0l-160 394l-60 0Z"/><path d="M1520 806l20 0l210 394l-60 0Z"/></g>`,
  garage: `<defs>
      <linearGradient id="concrete" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a4048"/><stop offset="1" stop-color="#596069"/></linearGradient>
      <linearGradient id="slab" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6b727b"/><stop offset="1" stop-color="#353a41"/></linearGradient>
      <radialGradient id="tube"><stop offset="0" stop-color="#dff1ff" stop-opacity=".85"/><stop offset="1" stop-color="#dff1ff" stop-opacity="0"/></radialGradient></defs>
    <rect width="1600" height="1200" fill="url(#concrete)"/>
    ${[90, 770, 1450].map((x) => `<rect x="${x}" y="150" width="86" height="652" fill="#4a5058"/><rect x="${x}" y="150" width="18" height="652" fill="#5f666f"/><rect x="${x}" y="640" width="86" height="70" fill="#e0a52a"/><path d="M${x} 675l86 -35l0 22l-86 35Z" fill="#22262b"/>`).join("")}
    ${[240, 920].map((x) => `<ellipse cx="${x + 200}" cy="196" rx="330" ry="120" fill="url(#tube)" fill-opacity=".6"/><rect x="${x}" y="186" width="400" height="12" rx="6" fill="#f2faff"/>`).join("")}
    <rect y="802" width="1600" height="398" fill="url(#slab)"/>
    <ellipse cx="800" cy="940" rx="760" ry="120" fill="url(#tube)" fill-opacity=".35"/>`,
};
