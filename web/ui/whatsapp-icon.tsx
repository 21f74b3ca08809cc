/** A speech bubble with a handset, WhatsApp's sign in our line style. */
export function WhatsappIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <path
        d="M3.2 20.8l1.3-4.5A8.8 8.8 0 1 1 8 19.6z"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinejoin="round"
      />
      <path
        d="M9.2 7.5h.6l.9 2-.7 1.1c.7 1.3 1.7 2.3 3 3l1.1-.7 2 .9v.6c0 1.2-1 2.1-2.2 2-3.5-.5-6.4-3.4-6.8-6.8-.1-1.1.9-2.1 2.1-2.1z"
        fill="currentColor"
      />
    </svg>
  );
}
