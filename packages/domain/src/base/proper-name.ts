const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'del', 'von', 'van']);
/** Legal forms and generations that stay in capitals. */
const CAPITALS = /^(me|epp|mei|s\/a|s\.a\.?|ss|ii|iii|iv)$/;

/**
 * Capitalizes a name stored all in capitals or all in lower case, word by word: `MARIA DA SILVA` → `Maria da Silva`. A
 * name of mixed case stays as it is.
 */
export function properName(name: string): string {
  const isMixed = name !== name.toLocaleUpperCase('pt-BR') && name !== name.toLocaleLowerCase('pt-BR');
  if (isMixed) return name;
  return name
    .toLocaleLowerCase('pt-BR')
    .split(' ')
    .map((word, index) => {
      if (CAPITALS.test(word) && index > 0) return word.toLocaleUpperCase('pt-BR');
      return index > 0 && PARTICLES.has(word) ? word : capitalised(word);
    })
    .join(' ');
}

/** Each part of `ana-luísa` and `d'ávila` begins with a capital. */
const capitalised = (word: string) =>
  word.replace(
    /(^|[-'’(&/])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase('pt-BR'),
  );
