import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import classes from './template-editor.module.css';
import { CHIP, type Chip, chipsOf, LINE } from './text-chips.ts';

const key = new PluginKey<DecorationSet>('chips');

/** Keeps blocks whole, and marks those with errors. */
export const BlockMarks = Extension.create({
  name: 'blockMarks',
  addKeyboardShortcuts() {
    const select = (toward: -1 | 1) => () => selectMark(this.editor, toward);
    return { Backspace: select(-1), 'Mod-Backspace': select(-1), Delete: select(1), 'Mod-Delete': select(1) };
  },
  addProseMirrorPlugins() {
    const plugin = new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => decorations(doc),
        apply: (tr, shown) => (tr.docChanged ? decorations(tr.doc) : shown),
      },
      props: { decorations: (state) => key.getState(state) },
      appendTransaction: (changes, before, after) => withoutHalves(changes, before, after),
    });
    return [plugin];
  },
});

/** A key that would delete a mark inside a line selects it first; ProseMirror does the same for block lines. */
function selectMark({ state, view }: Editor, toward: -1 | 1): boolean {
  const { $from: at, empty } = state.selection;
  const node = empty && (toward < 0 ? at.nodeBefore : at.nodeAfter);
  if (!node || node.type.name !== CHIP) return false;
  const pos = toward < 0 ? at.pos - node.nodeSize : at.pos;
  if (chipsOf(state.doc).find((chip) => chip.pos === pos)?.kind === 'variable') return false;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)));
  return true;
}

/** However one end of a block was deleted, the other goes with it; what was between them stays. */
function withoutHalves(changes: readonly Transaction[], before: EditorState, after: EditorState) {
  if (before.doc.eq(after.doc) || changes.some((change) => change.getMeta('history$'))) return null;
  const mapping = new Mapping(changes.flatMap(({ mapping: { maps } }) => maps));
  const isGone = ({ pos }: Chip) => mapping.mapResult(pos, 1).deletedAfter;
  const halves = chipsOf(before.doc)
    .filter((chip) => chip.partner && !isGone(chip) && isGone(chip.partner))
    .map(({ pos }) => mapping.map(pos, 1));
  // A mark that was only moved is paired again, so it is not among them.
  const alone = chipsOf(after.doc).filter(({ pos, partner }) => !partner && halves.includes(pos));
  const { tr } = after;
  for (const { pos, size } of alone.reverse()) tr.delete(pos, pos + size);
  return alone.length > 0 ? tr : null;
}

function decorations(doc: Node): DecorationSet {
  const chips = chipsOf(doc);
  const broken = chips
    .filter(({ troubles }) => troubles.size > 0)
    .map(({ pos, size }) => Decoration.node(pos, pos + size, { class: classes.broken ?? '' }));
  return DecorationSet.create(doc, [...broken, ...chips.flatMap((chip) => insideOf(doc, chip))]);
}

/** Decorates the content between the two lines of a block. */
function insideOf(doc: Node, { kind, pos, size, partner }: Chip): Decoration[] {
  if (kind !== 'open' || !partner || doc.nodeAt(pos)?.type.name !== LINE) return [];
  const found: Decoration[] = [];
  const { depth } = doc.resolve(pos);
  doc.nodesBetween(pos + size, partner.pos, (node, at) => {
    const isBeside = at < partner.pos && doc.resolve(at).depth === depth;
    if (isBeside) found.push(Decoration.node(at, at + node.nodeSize, { class: classes.inside ?? '' }));
    return !isBeside;
  });
  return found;
}
