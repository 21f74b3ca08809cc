import { CarShape } from "./car-drawing.tsx";

const panes = [0, 200, 400, 600, 800];

/** A showroom at dusk with one lit car: the backdrop of sign-in and other pages without the bar. */
export function ShowroomScene({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <linearGradient id="showroom-wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#131c33" />
          <stop offset=".72" stopColor="#24365f" />
          <stop offset="1" stopColor="#2c426f" />
        </linearGradient>
        <radialGradient id="showroom-glow" cx=".5" cy=".5" r=".5">
          <stop offset="0" stopColor="#ff8a3c" stopOpacity=".85" />
          <stop offset=".45" stopColor="#ff6a00" stopOpacity=".32" />
          <stop offset="1" stopColor="#ff6a00" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="showroom-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1b2848" />
          <stop offset="1" stopColor="#0d1426" />
        </linearGradient>
        <linearGradient id="showroom-cone" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd9b5" stopOpacity=".4" />
          <stop offset="1" stopColor="#ffd9b5" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="800" height="640" fill="url(#showroom-wall)" />
      <ellipse cx="400" cy="520" rx="470" ry="330" fill="url(#showroom-glow)" />
      <path d="M400 150 70 640h660Z" fill="url(#showroom-cone)" />
      <path d="M400 0v128" stroke="#0d1426" strokeWidth="4" />
      <path d="M352 156c0-30 20-44 48-44s48 14 48 44Z" fill="#0d1426" />
      <ellipse cx="400" cy="156" rx="48" ry="7" fill="#ffe2c4" />
      <rect y="630" width="800" height="270" fill="url(#showroom-floor)" />
      <ellipse cx="400" cy="690" rx="380" ry="56" fill="#ff8a3c" opacity=".2" />
      <g transform="translate(112 424) scale(1.2)">
        <CarShape />
      </g>
      <g transform="translate(112 912) scale(1.2 -1.02)" opacity=".1">
        <CarShape />
      </g>
      {panes.map((x) => (
        <path key={x} d={`M${x} 0v900`} stroke="#0d1426" strokeWidth="6" opacity=".55" />
      ))}
      <path d="M0 300h800" stroke="#0d1426" strokeWidth="6" opacity=".55" />
      <path d="M-40 620 300-60h90L50 620Zm470 0L770-60h46L476 620Z" fill="#fff" opacity=".045" />
    </svg>
  );
}
