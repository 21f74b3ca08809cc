import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { usePublicConfig } from "#web/api/site-config.ts";
import { resolvePageSeller } from "#web/features/sellers/attribution.ts";
import { PublicSeller } from "#web/features/sellers/public-seller.ts";
import { publicTeamQuery } from "#web/features/sellers/team-person.ts";
import { TeamPersonCard } from "#web/features/sellers/team-person-card.tsx";
import { PreviewFailed } from "#web/features/settings/public-page/preview-failed.tsx";
import type { VisitorRow } from "#web/features/settings/public-page/visitor-row.ts";
import { readPlan } from "#web/features/storefronts/payment-plan.ts";
import { planScale } from "#web/features/storefronts/plan-scale.ts";
import { Storefront } from "#web/features/storefronts/storefront.ts";
import { StorefrontPage } from "#web/features/storefronts/storefront-page.tsx";
import { FeaturedCard, ShowcasePhoto } from "#web/features/vehicles/featured/featured-card.tsx";
import { featuredQuery } from "#web/features/vehicles/featured/featured-vehicle.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { accentVariables } from "#web/ui/theme/accent.tsx";
import { landingView } from "./landing-view.ts";

/** Placeholder until the dealership has chosen its slug. */
const NO_SLUG = "tu-enlace";

/**
 * Previews a dealership's landing as visitors would see it, with its real vehicles, for the style
 * editor.
 */
export function LandingPreview({ row }: { row: VisitorRow }) {
  const { supabase } = useAuth();
  const featured = useQuery(featuredQuery(supabase, row.id));
  const people = useQuery(publicTeamQuery(supabase, row.id));
  const { defaultCountry } = usePublicConfig();
  const storefront = Storefront.parse({ ...row, public_slug: row.public_slug ?? NO_SLUG });
  const seller = resolvePageSeller(PublicSeller.parse(row), null, defaultCountry);
  const scale = planScale(storefront.units.currency, null);
  const failed = [featured, people].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <PreviewFailed query={failed} />;
  const { data: vehicles = [] } = featured;
  const { data: team = [] } = people;
  const view = landingView({ storefront, seller, vehicles, team });
  const { vehicles: shown, team: cards, preview: _, ...page } = view;
  return (
    <div
      style={scopedAccent(storefront.style.accentColour)}
      className="[--primary-ink:var(--primary-ink-light)] dark:[--primary-ink:var(--primary-ink-dark)]"
    >
      <StorefrontPage
        {...page}
        showcase={page.showcase.map((vehicle) => ({
          ...vehicle,
          photo: <ShowcasePhoto photo={vehicle.photo} />,
        }))}
        heading="p"
        plan={readPlan({}, scale)}
        scale={scale}
        cards={shown.map((vehicle) => ({
          id: vehicle.id,
          card: <FeaturedCard vehicle={vehicle} />,
        }))}
        team={cards.map((person) => ({
          id: person.id,
          card: <TeamPersonCard person={person} />,
        }))}
        ask={null}
      />
    </div>
  );
}

/** The accent's variables, for this part of the page only. */
function scopedAccent(accent: string): CSSProperties {
  return { ...accentVariables(accent) };
}
