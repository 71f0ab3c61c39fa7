/** A name in braces: `inquilino.nome`, or the mark of a block, `#conjuge`. */
const NAME = '[#^/]?\\s*[\\p{L}\\p{N}_.]+';
/** The one that was just finished, at the end of what is typed. */
export const TYPED = new RegExp(`\\{\\{\\s*(${NAME})\\s*\\}\\}$`, 'u');
export const WITHIN = new RegExp(`\\{\\{\\s*(${NAME})\\s*\\}\\}`, 'gu');

export const bare = (written = '') => written.replace(/\s+/g, '');

/** A text that speaks of variables in braces, in the form that the editor and its readers draw. */
export function withChips(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const pieces = text.data.split(WITHIN);
    if (pieces.length === 1 || text.parentElement?.dataset.variable) continue;
    text.replaceWith(...pieces.map((piece, index) => (index % 2 === 0 ? piece : chipElement(piece))));
  }
  return body.innerHTML;
}

function chipElement(written: string): HTMLElement {
  const element = document.createElement('span');
  element.dataset.variable = bare(written);
  return element;
}
