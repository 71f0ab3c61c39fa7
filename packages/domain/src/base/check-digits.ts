const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const fromTheRight = (text: string) => [...text].reverse();

/** Weights 2, 1, 2, … from the right, the digits of each product added: the difference to the next multiple of 10. */
export function modulo10(digits: string): number {
  const products = fromTheRight(digits).map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  return (10 - (sumOf(products.map((product) => (product > 9 ? product - 9 : product))) % 10)) % 10;
}

/**
 * Weights 2, 3, … from the right, starting again after `lastWeight`: the difference to the next multiple of 11, from 0
 * to 10; each kind of document has its own digit for a 10. A letter counts ASCII − 48.
 */
export function modulo11(text: string, lastWeight = 9): number {
  const products = fromTheRight(text).map(
    (character, index) => (character.charCodeAt(0) - 48) * (2 + (index % (lastWeight - 1))),
  );
  return (11 - (sumOf(products) % 11)) % 11;
}
