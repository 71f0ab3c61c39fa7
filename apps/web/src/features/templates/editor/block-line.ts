import { Node } from '@tiptap/core';
import { bare } from '#web/features/templates/braces.ts';
import { chipWords } from '#web/features/templates/chip-words.ts';
import { attributes, isMark, spanOf } from './chip-node.ts';
import classes from './template-editor.module.css';
import { LINE } from './text-chips.ts';

/** The mark of a block on a line of its own, with the button that takes the block away and leaves what it holds. */
export const BlockLineNode = Node.create({
  name: LINE,
  group: 'block',
  atom: true,
  addAttributes: attributes((paragraph) => paragraph.querySelector('span')?.dataset.variable),
  parseHTML: () => [{ tag: 'p', priority: 60, getAttrs: (paragraph) => (holdsMarkAlone(paragraph) ? null : false) }],
  renderHTML: ({ node }) => ['p', {}, spanOf(node)],
  renderText: ({ node }) => `{{${node.attrs.name}}}`,
  addNodeView() {
    return ({ node, editor, getPos }) => {
      const written = String(node.attrs.name);
      const words = Object.assign(document.createElement('span'), { textContent: chipWords(written) });
      const code = Object.assign(document.createElement('code'), { textContent: `{{${written}}}` });
      const remove = Object.assign(document.createElement('button'), {
        type: 'button',
        tabIndex: -1, // The keyboard has Backspace.
        textContent: 'Remover bloco',
        onclick: () => {
          const pos = getPos();
          if (pos !== undefined) editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize));
        },
      });
      const dom = Object.assign(document.createElement('div'), { className: classes.line ?? '' });
      dom.dataset.variable = written;
      dom.append(words, code, ...(written.startsWith('/') ? [] : [remove]));
      return { dom, ignoreMutation: () => true };
    };
  },
});

function holdsMarkAlone({ childNodes: [only, ...others] }: HTMLElement): boolean {
  const written = only instanceof HTMLElement ? only.dataset.variable : undefined;
  return others.length === 0 && written !== undefined && isMark(bare(written));
}
