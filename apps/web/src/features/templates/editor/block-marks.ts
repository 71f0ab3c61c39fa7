import { type Editor, Extension } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import classes from './template-editor.module.css';
import { CHIP, type Chip, chipsOf, LINE } from './text-chips.ts';

/**
 * What keeps a block whole: a key that would take away one of its marks first selects it, and then takes both away. What
 * is wrong is marked where it stands.
 */
export const BlockMarks = Extension.create({
  name: 'blockMarks',
  addKeyboardShortcuts() {
    const remove = (toward: -1 | 1) => () => removeSelected(this.editor) || selectMark(this.editor, toward);
    return { Backspace: remove(-1), 'Mod-Backspace': remove(-1), Delete: remove(1), 'Mod-Delete': remove(1) };
  },
  addProseMirrorPlugins() {
    const key = new PluginKey<DecorationSet>('chips');
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_, { doc }) => decorations(doc),
          apply: (tr, shown) => (tr.docChanged ? decorations(tr.doc) : shown),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

const isMarkNode = (name: string | undefined) => name === CHIP || name === LINE;

function removeSelected({ state, view }: Editor): boolean {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !isMarkNode(selection.node.type.name)) return false;
  const chip = chipsOf(state.doc).find(({ pos }) => pos === selection.from);
  if (!chip || chip.kind === 'variable') return false;
  view.dispatch(withoutBlock(state.tr, chip).scrollIntoView());
  return true;
}

/** Both ends go, what is between them stays. */
export function withoutBlock(tr: Transaction, chip: Chip): Transaction {
  const ends = [chip, ...(chip.partner ? [chip.partner] : [])].sort((one, other) => other.pos - one.pos);
  for (const { pos, size } of ends) tr.delete(pos, pos + size);
  return tr;
}

function selectMark({ state, view }: Editor, toward: -1 | 1): boolean {
  const pos = markBeside(state, toward);
  if (pos === undefined) return false;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)));
  return true;
}

/** A mark that stands within the text right beside the cursor; the lines are ProseMirror's own business. */
function markBeside({ doc, selection }: EditorState, toward: -1 | 1): number | undefined {
  if (!selection.empty) return undefined;
  const { $from: at } = selection;
  const node = toward < 0 ? at.nodeBefore : at.nodeAfter;
  if (node?.type.name !== CHIP) return undefined;
  const pos = toward < 0 ? at.pos - node.nodeSize : at.pos;
  return chipsOf(doc).some((chip) => chip.pos === pos && chip.kind !== 'variable') ? pos : undefined;
}

function decorations(doc: EditorState['doc']): DecorationSet {
  const chips = chipsOf(doc);
  const broken = chips
    .filter(({ troubles }) => troubles.size > 0)
    .map(({ pos, size }) => Decoration.node(pos, pos + size, { class: classes.broken ?? '' }));
  return DecorationSet.create(doc, [...broken, ...chips.flatMap((chip) => insideOf(doc, chip))]);
}

/** What lies between two lines is seen to belong to their block. */
function insideOf(doc: EditorState['doc'], { kind, pos, size, partner }: Chip): Decoration[] {
  if (kind !== 'open' || !partner || doc.nodeAt(pos)?.type.name !== LINE) return [];
  const found: Decoration[] = [];
  const depth = doc.resolve(pos).depth;
  doc.nodesBetween(pos + size, partner.pos, (node, at) => {
    const isBeside = doc.resolve(at).depth === depth;
    if (isBeside && at < partner.pos)
      found.push(Decoration.node(at, at + node.nodeSize, { class: classes.inside ?? '' }));
    return !isBeside;
  });
  return found;
}
