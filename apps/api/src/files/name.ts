const LONGEST = 100;

/**
 * The name a file came under, fit to be shown: no folders before it, nothing that hides, turns or breaks a line. It is
 * never part of a path of ours.
 */
export function cleanName(name: string): string {
  const own = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const shown = own
    .replace(/[^\p{L}\p{M}\p{N} ._()',&+@-]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return [...shown].slice(0, LONGEST).join('').trim() || 'Sem nome';
}
