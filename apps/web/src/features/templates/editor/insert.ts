import type { Editor } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { chipName } from '#web/features/templates/chip-words.ts';
import { fitsLine, writeChip } from './chip-node.ts';
import { CHIP, LINE } from './text-chips.ts';

/** Writes a variable where the cursor stands, or a block around what is selected. `over` is what it replaces. */
export function insert(editor: Editor, written: string, over?: { from: number; to: number }) {
  const { state, view } = editor;
  const { tr } = state;
  if (over) tr.delete(over.from, over.to);
  leaveLine(tr);
  const { kind, name } = chipName(written);
  if (kind === 'open') insertBlock(tr, written, `/${name}`);
  else writeChip(tr, tr.selection, written);
  view.dispatch(tr.scrollIntoView());
  editor.commands.focus();
}

/** Adds a clause before that of the courts, or before the lines for signatures; else at the end. Undo takes it back. */
export function addClause(editor: Editor, { title, text }: { title: string; text: string }) {
  const { doc, schema, tr } = editor.state;
  let courts: number | undefined;
  let lines: number | undefined;
  doc.forEach((node, offset) => {
    if (node.type.name === 'heading' && /\bforo\b/i.test(node.textContent)) courts = offset;
    if (node.textContent.includes('__________')) lines ??= offset;
  });
  const at = courts ?? lines ?? doc.content.size;
  const clause = Fragment.from([
    schema.node('heading', { level: 2 }, schema.text(title)),
    schema.node('paragraph', null, schema.text(text)),
  ]);
  tr.insert(at, clause).setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  editor.commands.focus();
}

/** A line that is selected is not written over: the text goes on after it. */
function leaveLine(tr: Transaction) {
  const { selection, doc } = tr;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== LINE) return;
  tr.insert(selection.to, doc.type.schema.node('paragraph'));
  tr.setSelection(TextSelection.create(tr.doc, selection.to + 1));
}

const chip = ({ doc }: Transaction, written: string) => doc.type.schema.node(CHIP, { name: written });
const line = ({ doc }: Transaction, written: string) => doc.type.schema.node(LINE, { name: written });

function insertBlock(tr: Transaction, open: string, close: string) {
  const { $from, $to, empty } = tr.selection;
  if (empty && $from.parent.content.size === 0 && fitsLine(tr.doc, $from.pos)) return insertLines(tr, open, close);
  if ($from.sameParent($to)) return insertAround(tr, open, close);
  const range = $from.blockRange($to, (node) => node.type.name === 'doc' || node.type.name === 'blockquote');
  if (!range) return;
  tr.insert(range.end, line(tr, close));
  tr.insert(range.start, line(tr, open));
}

/** An empty line becomes three: beginning, room to write, end; and one more where the text would end with them. */
function insertLines(tr: Transaction, open: string, close: string) {
  const { $from } = tr.selection;
  const before = $from.before();
  const beginning = line(tr, open);
  const room = () => tr.doc.type.schema.node('paragraph');
  const isLast = $from.index(-1) === $from.node(-1).childCount - 1;
  const lines = [beginning, room(), line(tr, close), ...(isLast ? [room()] : [])];
  tr.replaceWith(before, $from.after(), Fragment.from(lines));
  tr.setSelection(TextSelection.create(tr.doc, before + beginning.nodeSize + 1));
}

/** Within a line of text, around what is selected of it; the cursor stays inside. */
function insertAround(tr: Transaction, open: string, close: string) {
  const { from, to } = tr.selection;
  tr.insert(to, chip(tr, close));
  tr.insert(from, chip(tr, open));
  tr.setSelection(TextSelection.create(tr.doc, to + 1));
}
