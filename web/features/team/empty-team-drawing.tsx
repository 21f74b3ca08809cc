/** One person with two free places beside: nobody is in the team yet. */
export function EmptyTeamDrawing() {
  return (
    <svg
      viewBox="0 0 192 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 104h176" className="opacity-50" />
      <g strokeDasharray="5 6" className="opacity-60">
        <circle cx="44" cy="56" r="13" />
        <path d="M20 104v-6a24 24 0 0 1 46-9" />
        <circle cx="148" cy="56" r="13" />
        <path d="M172 104v-6a24 24 0 0 0-46-9" />
      </g>
      <path d="M64 104v-8a32 32 0 0 1 64 0v8Z" className="fill-primary stroke-none opacity-20" />
      <circle cx="96" cy="40" r="18" className="fill-card" />
      <path d="M64 104v-8a32 32 0 0 1 64 0v8" />
      <path d="M90 44c3 4 9 4 12 0" />
      <path d="M96 82v14M89 89h14" className="stroke-primary-ink" strokeWidth="3" />
    </svg>
  );
}
