type SellerPictureProps = {
  seller: { name: string; logo: string | null };
  /** Its size and corners. */
  className: string;
};

/** Logo or photo of a seller, or the first letter of the name. */
export function SellerPicture({ seller: { logo, name }, className }: SellerPictureProps) {
  if (logo) {
    return (
      <img
        src={logo}
        alt=""
        width={96}
        height={96}
        className={`shrink-0 border bg-white object-contain p-1 ${className}`}
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
