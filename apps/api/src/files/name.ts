const MAX_LENGTH = 100;

/**
 * Display name of an uploaded file: without folders, and without characters that hide, reverse or break text. Never
 * part of a storage path.
 */
export function cleanName(name: string): string {
  const own = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const shown = own
    .replace(/[^\p{L}\p{M}\p{N} ._()',&+@-]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return [...shown].slice(0, MAX_LENGTH).join('').trim() || 'Sem nome';
}
