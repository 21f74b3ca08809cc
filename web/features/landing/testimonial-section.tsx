import { testimonial } from "./content.ts";

/** One voice. */
export function TestimonialSection() {
  return (
    <section aria-label="Testimonio" className="page-width">
      <figure className="relative overflow-hidden rounded-3xl bg-secondary px-6 py-12 text-secondary-foreground sm:px-14 sm:py-16 dark:ring-1 dark:ring-white/10">
        <svg
          viewBox="0 0 120 90"
          aria-hidden="true"
          className="absolute -top-3 right-4 w-32 text-white opacity-8 sm:w-48"
        >
          <path
            d="M0 90V52C0 20 16 4 46 0v16C30 20 24 28 24 40h22v50Zm70 0V52c0-32 16-48 46-52v16C100 20 94 28 94 40h22v50Z"
            fill="currentColor"
          />
        </svg>
        <blockquote className="relative max-w-3xl text-balance font-medium text-xl leading-snug tracking-tight sm:text-[1.75rem]">
          “{testimonial.quote}”
        </blockquote>
        <figcaption className="relative mt-8 flex items-center gap-3">
          <span aria-hidden="true" className="avatar size-11 bg-primary text-primary-foreground">
            {testimonial.initials}
          </span>
          <span className="grid text-sm">
            <span className="font-semibold">{testimonial.name}</span>
            <span className="opacity-80">{testimonial.role}</span>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
