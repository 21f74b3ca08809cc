import { BenefitsSection } from "./benefits-section.tsx";
import { ClosingSection, LandingFooter } from "./closing-section.tsx";
import { HeroSection } from "./hero-section.tsx";
import { LandingHeader } from "./landing-header.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import type { RenderDemo } from "./render-demo.ts";
import { StepsSection } from "./steps-section.tsx";
import { TestimonialSection } from "./testimonial-section.tsx";

/** The marketing page at / (product section 1). */
export function LandingPage({ renderDemo }: { renderDemo: RenderDemo }) {
  return (
    <div className="overflow-x-clip bg-background">
      <LandingHeader />
      <main>
        <HeroSection renderDemo={renderDemo} />
        <StepsSection />
        <BenefitsSection />
        <TestimonialSection />
        <QuestionsSection />
        <ClosingSection renderDemo={renderDemo} />
      </main>
      <LandingFooter />
    </div>
  );
}
