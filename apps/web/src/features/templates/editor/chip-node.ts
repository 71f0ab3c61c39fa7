import { InputRule, Node, nodePasteRule } from '@tiptap/core';
import { Fragment, type Node as TextNode } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { bare, TYPED, WITHIN } from '#web/features/templates/braces.ts';
import { chipName, shortChipWords } from '#web/features/templates/chip-words.ts';
import { CHIP, LINE } from './text-chips.ts';

export const isMark = (written: string) => chipName(written).kind !== 'variable';

/** HTML that the domain reads; its text is only for readers without the editor. */
export const spanOf = ({ attrs }: TextNode) =>
  ['span', { 'data-variable': attrs.name }, shortChipWords(attrs.name)] as const;

export const attributes = (nameOf: (element: HTMLElement) => string | undefined) => () => ({
  name: { default: '', parseHTML: (element: HTMLElement) => bare(nameOf(element)) },
});

/** A variable, or the mark of a block, within a line of text: one thing, that can't be broken. */
export const ChipNode = Node.create({
  name: CHIP,
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: attributes(({ dataset }) => dataset.variable),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node }) => spanOf(node),
  renderText: ({ node }) => `{{${node.attrs.name}}}`,
  addInputRules() {
    const handler: InputRule['handler'] = ({ state, range, match }) => writeChip(state.tr, range, bare(match[1]));
    // Backspace deletes the chip instead of undoing its conversion from text.
    return [new InputRule({ find: TYPED, handler, undoable: false })];
  },
  addPasteRules() {
    return [nodePasteRule({ find: WITHIN, type: this.type, getAttributes: (match) => ({ name: bare(match[1]) }) })];
  },
});

/** A chip in the place of what stands there; the mark of a block that would stand alone is a line. */
export function writeChip(tr: Transaction, { from, to }: { from: number; to: number }, written: string) {
  const { schema } = tr.doc.type;
  const start = tr.doc.resolve(from);
  const isAlone = start.parentOffset === 0 && start.parent.content.size === to - from;
  if (isAlone && isMark(written) && fitsLine(tr.doc, from)) {
    const line = schema.node(LINE, { name: written });
    tr.replaceWith(start.before(), start.after(), Fragment.from([line, schema.node('paragraph')]));
    tr.setSelection(TextSelection.create(tr.doc, start.before() + line.nodeSize + 1));
  } else {
    tr.replaceWith(from, to, schema.node(CHIP, { name: written }, undefined, tr.storedMarks ?? start.marks()));
  }
}

/** Whether a line may take the place of the paragraph at `pos`. */
export function fitsLine(doc: TextNode, pos: number): boolean {
  const at = doc.resolve(pos);
  const line = doc.type.schema.nodes[LINE];
  return line !== undefined && at.depth > 0 && at.node(-1).canReplaceWith(at.index(-1), at.indexAfter(-1), line);
}
