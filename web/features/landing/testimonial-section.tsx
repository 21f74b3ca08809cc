import { morning, testimonial } from "./content.ts";

/** One voice, and what her morning looks like. */
export function TestimonialSection() {
  return (
    <section aria-label="Testimonio" className="page-width">
      <figure className="relative grid gap-10 overflow-hidden rounded-3xl bg-secondary px-6 py-12 text-secondary-foreground sm:px-14 sm:py-16 lg:grid-cols-[1.5fr_1fr] lg:items-center lg:gap-16 dark:ring-1 dark:ring-white/10">
        <svg
          viewBox="0 0 120 90"
          aria-hidden="true"
          className="absolute -top-3 -left-4 w-32 text-white opacity-8 sm:w-48"
        >
          <path
            d="M0 90V52C0 20 16 4 46 0v16C30 20 24 28 24 40h22v50Zm70 0V52c0-32 16-48 46-52v16C100 20 94 28 94 40h22v50Z"
            fill="currentColor"
          />
        </svg>
        <div className="relative">
          <blockquote className="text-balance font-medium text-xl leading-snug tracking-tight sm:text-[1.75rem]">
            “{testimonial.quote}”
          </blockquote>
          <figcaption className="mt-8 flex items-center gap-3">
            <span aria-hidden="true" className="avatar size-11 bg-primary text-primary-foreground">
              {testimonial.initials}
            </span>
            <span className="grid text-sm">
              <span className="font-semibold">{testimonial.name}</span>
              <span className="opacity-80">{testimonial.role}</span>
            </span>
          </figcaption>
        </div>
        <Morning />
      </figure>
    </section>
  );
}

/** The minutes from the car to the chat, as a line with four stops. */
function Morning() {
  return (
    <ol className="relative grid gap-5 rounded-2xl bg-white/6 p-5 text-sm ring-1 ring-white/10 sm:p-6">
      <span
        aria-hidden="true"
        className="absolute top-9 bottom-9 left-[2.3rem] w-px bg-white/20 sm:left-[2.55rem]"
      />
      {morning.map(({ time, Icon, text }, index) => (
        <li key={time} className="flex items-center gap-4">
          <span
            className={`relative grid size-9 shrink-0 place-items-center rounded-full ${
              index === morning.length - 1
                ? "bg-primary text-primary-foreground"
                : "bg-secondary ring-1 ring-white/25"
            }`}
          >
            <Icon aria-hidden="true" className="size-4" />
          </span>
          <span className="min-w-0 grow">{text}</span>
          <time className="numeric shrink-0 text-xs opacity-75">{time}</time>
        </li>
      ))}
    </ol>
  );
}
