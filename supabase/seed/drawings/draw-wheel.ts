/** A wheel that stands at (x, y) with its tyre's radius; `spokes` chooses the rim. */
export type Wheel = { x: number; y: number; radius: number; spokes: number; dark: boolean };

/** Draws a wheel: tyre, brake, rim with tapering spokes, hub. y runs down, as in SVG. */
export function drawWheel({ x, y, radius, spokes, dark }: Wheel): string {
  const rim = radius * 0.76;
  const metal = dark ? ["#5a6068", "#2b2f35"] : ["#f4f6f8", "#9aa3ad"];
  const spoke = `M${-rim * 0.13} ${-rim * 0.16}L${-rim * 0.085} ${-rim * 0.93}Q0 ${-rim * 1.0} ${rim * 0.085} ${-rim * 0.93}L${rim * 0.13} ${-rim * 0.16}Z`;
  const turns = Array.from({ length: spokes }, (_, index) => (360 / spokes) * index + 12);
  const id = `rim${Math.round(x)}${dark ? "d" : "l"}`;
  return `<g transform="translate(${x} ${y})">
    <defs><linearGradient id="${id}" x1="0" y1="-1" x2="0" y2="1" gradientUnits="objectBoundingBox">
      <stop offset="0" stop-color="${metal[0]}"/><stop offset="1" stop-color="${metal[1]}"/></linearGradient></defs>
    <circle r="${radius}" fill="#121417"/>
    <circle r="${radius * 0.955}" fill="none" stroke="#2a2e33" stroke-width="${radius * 0.035}"/>
    <circle r="${radius * 0.86}" fill="none" stroke="#1d2024" stroke-width="${radius * 0.06}"/>
    <circle r="${rim}" fill="#0d0f12"/>
    <circle r="${rim * 0.72}" fill="#4a5058"/>
    <circle r="${rim * 0.7}" fill="none" stroke="#6d747c" stroke-width="${radius * 0.02}" stroke-dasharray="${radius * 0.03} ${radius * 0.05}"/>
    <path d="M${rim * 0.36} ${-rim * 0.64}A${rim * 0.74} ${rim * 0.74} 0 0 1 ${rim * 0.72} ${-rim * 0.16}L${rim * 0.5} ${-rim * 0.12}A${rim * 0.5} ${rim * 0.5} 0 0 0 ${rim * 0.25} ${-rim * 0.45}Z" fill="#a3222b"/>
    ${turns.map((turn) => `<g transform="rotate(${turn})"><path d="${spoke}" fill="${metal[1]}" transform="translate(${radius * 0.018} ${radius * 0.01})" fill-opacity=".75"/><path d="${spoke}" fill="url(#${id})"/></g>`).join("")}
    <circle r="${rim * 0.965}" fill="none" stroke="${metal[0]}" stroke-width="${radius * 0.035}"/>
    <circle r="${rim * 1.005}" fill="none" stroke="#0b0c0e" stroke-width="${radius * 0.02}"/>
    <circle r="${rim * 0.25}" fill="${metal[1]}"/><circle r="${rim * 0.21}" fill="${metal[0]}"/>
    <circle r="${rim * 0.12}" fill="#22262b"/>
  </g>`;
}
