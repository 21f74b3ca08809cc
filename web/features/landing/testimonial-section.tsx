import { testimonial } from "./content.ts";

export function TestimonialSection() {
  return (
    <section aria-label="Testimonio" className="border-y bg-card">
      <figure className="page-width flex flex-col items-center py-10 text-center sm:py-16">
        <blockquote className="max-w-3xl text-balance font-medium text-xl leading-snug tracking-tight sm:text-[1.75rem]">
          “{testimonial.quote}”
        </blockquote>
        <figcaption className="mt-5 flex items-center gap-3 text-left">
          <span aria-hidden="true" className="avatar size-11">
            {testimonial.initials}
          </span>
          <span className="grid text-sm">
            <span className="font-semibold">{testimonial.name}</span>
            <span className="text-muted-foreground">{testimonial.role}</span>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
