/** The words with the full stop of a sentence: `Ltda.` brings its own, and gets no second one. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
