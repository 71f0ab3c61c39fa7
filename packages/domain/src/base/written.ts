/** Characters without a glyph that hide in copied text or turn its direction: soft hyphens, marks, zero-width blanks. */
const HIDDEN =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** Breaks of other programs: Windows, Word's vertical tab, form feed, Unicode's own. */
const BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** A letter, figure or sign that a reader sees. The excluded letters are blank: Hangul fillers and the empty Braille cell. */
const SEEN = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** Text as it is kept: without hidden characters, each break of a line as `\n`. */
export const cleanText = (text: string): string => text.replace(HIDDEN, '').replace(BREAKS, '\n');

/** Text within a sentence of ours: its breaks become blanks, so that it can't pass for another line. */
export const oneLine = (text: string): string => cleanText(text).replace(/[\n\t]/g, ' ');

/** Whether a reader sees anything of the text. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** Whether the text has a control character other than a tab or a break. */
export const hasControl = (text: string): boolean => /[^\P{Cc}\t\n\r]/u.test(text);
