/** Particles of a family name: 'María de la Cruz'. */
const particle = /^(de|del|la|las|los|y|da|das|do|dos|di|van|von)$/i;

/**
 * Splits a name as address books do (RFC 2426, N): the last word, or the last two of three or more,
 * are the family name; so is everything from a particle on.
 */
export function splitName(name: string): { given: string; family: string } {
  const words = name.trim().split(/\s+/);
  const atParticle = words.findIndex((word, index) => index > 0 && particle.test(word));
  const usual = words.length <= 2 ? 1 : Math.max(1, words.length - 2);
  const start = atParticle === -1 ? usual : Math.min(atParticle, usual);
  return { given: words.slice(0, start).join(" "), family: words.slice(start).join(" ") };
}
