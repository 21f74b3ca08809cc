type SellerPictureProps = {
  /** A portrait fills its frame; a logo is shown whole. */
  seller: { name: string; logo: string | null; isPerson?: boolean };
  /** Size and corners. */
  className: string;
};

/** Logo or portrait of a seller, else the first letter of the name. */
export function SellerPicture({ seller, className }: SellerPictureProps) {
  const { logo, name, isPerson } = seller;
  if (logo) {
    return (
      <img
        src={logo}
        alt=""
        width={96}
        height={96}
        className={`shrink-0 border bg-white ${isPerson ? "object-cover" : "object-contain p-1"} ${className}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center bg-secondary font-bold text-2xl text-secondary-foreground ${className}`}
    >
      {name.slice(0, 1).toLocaleUpperCase("es")}
    </span>
  );
}
