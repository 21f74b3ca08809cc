/** The logo's drawing: a car under a shop's awning. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
      <rect width="32" height="32" rx="8" fill="#FF6A00" />
      <path
        d="M8 0h16a8 8 0 0 1 8 8 4 4 0 0 1-8 0 4 4 0 0 1-8 0 4 4 0 0 1-8 0 4 4 0 0 1-8 0 8 8 0 0 1 8-8Z"
        className="fill-[#0F172A] dark:fill-white"
      />
      <path
        d="M5.500 24.200c0-2.200 1-3.300 3-3.600l2.900-.5 2.900-3.400c.8-.9 1.800-1.400 3-1.400h2.200c1.200 0 2.200.5 2.900 1.400l2.400 2.900c1.500.4 2.200 1.400 2.200 2.900v1.700"
        fill="none"
        stroke="#0F172A"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="11.300" cy="24.800" r="2.300" fill="#0F172A" />
      <circle cx="21.700" cy="24.800" r="2.300" fill="#0F172A" />
    </svg>
  );
}

/** The logo's drawing and the name, side by side. */
export function Logo({ className = "" }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 ${className}`}>
      <LogoMark />
      <span className="font-bold text-xl tracking-[-0.035em]">Vitrina</span>
    </span>
  );
}
