/** The text with a full stop; `Ltda.` already ends with one and gets no second. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
