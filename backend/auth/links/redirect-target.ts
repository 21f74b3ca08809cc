/**
 * Where a link of a mail may lead: the address that was asked for if it lies within the site, else
 * the site itself (threat 22). Compared by what a browser would make of it, never by how it is
 * spelled. A fragment is dropped, for the answer is put there.
 */
export function redirectTarget(siteUrl: string, asked: string | undefined): string {
  const site = new URL(`${siteUrl}/`);
  const target = asked ? URL.parse(asked, site) : site;
  if (!target || !isWithin(site, target)) return site.href;
  target.hash = "";
  return target.href;
}

function isWithin(site: URL, target: URL): boolean {
  return (
    target.origin === site.origin &&
    target.username === "" &&
    target.password === "" &&
    `${target.pathname}/`.startsWith(site.pathname)
  );
}
