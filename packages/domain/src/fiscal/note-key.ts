const KEY = /^\d{50}$/;

/** Check digit of the first 49 figures: modulo 11 with weights 2 to 9 from the right, where 0 and 1 give 0. */
function checkDigit(body: string): number {
  const sum = [...body].toReversed().reduce((all, figure, index) => all + Number(figure) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/**
 * The key of a note of the national system: municipality (7), environment (1), kind (1) and number (14) of the issuer's
 * document, number of the note (13), year and month (4), a random number (9) and a check digit.
 * @returns undefined where the figures are no key.
 */
export function readNoteKey(key: string): { document: string; number: number; environment: number } | undefined {
  if (!KEY.test(key) || checkDigit(key.slice(0, 49)) !== Number(key.at(-1))) return undefined;
  const document = key.slice(9, 23);
  return {
    // A CPF has eleven figures.
    document: key[8] === '1' ? document.slice(3) : document,
    number: Number(key.slice(23, 36)),
    environment: Number(key[7]),
  };
}
