import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { ReferralButton } from "#web/features/leads/referral-button.tsx";
import { ProfileCard } from "#web/features/sellers/profile-card.tsx";
import type { SellerContact } from "#web/features/sellers/seller-contact.ts";
import { TapData } from "#web/features/sellers/record-taps.tsx";
import { OffersPopover } from "#web/features/storefronts/offers-popover.tsx";
import { type ProfileBand, ProfileFrame } from "#web/features/storefronts/profile-frame.tsx";
import { ListingView } from "#web/features/vehicles/listing/listing-view.tsx";
import type { PreparedListing } from "#web/features/vehicles/listing/prepare-listing.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";

type SellerPageProps = {
  contact: SellerContact;
  band: ProfileBand;
  back: { href: string; label: string } | undefined;
  offers: string | undefined;
  /** A dealership's custom button; vendedores have none. */
  customButton?: { url: string; text: string } | null | undefined;
  listing: PreparedListing;
};

/**
 * A vendedor's page, or a dealership's inventory (docs/product/storefront.md): profile, contact and
 * vehicles.
 */
export function SellerPage(props: SellerPageProps) {
  const { contact, band, back, offers, customButton, listing } = props;
  return (
    <ProfileFrame band={band} back={back}>
      <TapData sellerId={contact.id} links={contact.links} file={contact.file} />
      <ProfileCard
        seller={contact}
        actions={
          <>
            <InquiryButton
              recipientId={contact.id}
              variant="primary"
              className="profile-two-lines"
            />
            <ReferralButton recipientId={contact.id} className="profile-two-lines" />
            {offers && <OffersPopover offers={offers} />}
            {customButton && (
              <a
                href={customButton.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className={`${buttonStyles({ variant: "outline" })} wrap-anywhere sm:h-auto! sm:max-w-full sm:min-h-11 sm:min-w-0 sm:whitespace-normal! sm:py-1.5 sm:text-center`}
              >
                {customButton.text}
              </a>
            )}
          </>
        }
      />
      <ListingView listing={listing} />
    </ProfileFrame>
  );
}
