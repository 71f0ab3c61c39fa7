import type { TemplateProblem } from '@morada/domain/template/template-tree';
import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { useState } from 'react';
import { withChips } from '#web/features/templates/braces.ts';
import { RichTextEditor, type RichTextEditorProps } from '#web/ui/rich-text/rich-text-editor.tsx';
import { BlockLineNode } from './block-line.ts';
import { BlockMarks } from './block-marks.ts';
import { ChipNode } from './chip-node.ts';
import '#web/features/templates/chips.css';
import { addClause, insert } from './insert.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { Suggestions } from './suggestions.ts';
import { placeOf } from './text-chips.ts';

const EXTENSIONS = [ChipNode, BlockLineNode, BlockMarks, Suggestions];

/** Imperative handle of the editor, available once it is mounted. */
export type EditorHandle = {
  focus: () => void;
  insert: (written: string) => void;
  addClause: (clause: { title: string; text: string }) => void;
  /** To where a problem lies. */
  goTo: (problem: TemplateProblem) => void;
};

type TemplateEditorProps = Pick<RichTextEditorProps, 'value' | 'onChange' | 'errorId' | 'end'> & {
  onReady: (handle: EditorHandle) => void;
};

/** The text of a template, its variables and blocks as chips. Loaded lazily, with the editor. */
export default function TemplateEditor({ onReady, ...props }: TemplateEditorProps) {
  const [editor, setEditor] = useState<Editor>();
  return (
    <RichTextEditor
      {...props}
      label="Texto do modelo"
      placeholder="Escreva ou cole o texto do contrato. Digite {{ para inserir uma variável."
      align="justify"
      extensions={EXTENSIONS}
      read={withChips}
      onReady={(created) => {
        setEditor(created);
        onReady(handleOf(created));
      }}
    >
      {editor && <SuggestionList editor={editor} />}
    </RichTextEditor>
  );
}

const handleOf = (editor: Editor): EditorHandle => ({
  focus: () => editor.commands.focus(),
  insert: (written) => insert(editor, written),
  addClause: (clause) => addClause(editor, clause),
  goTo: (problem) => goTo(editor, problem),
});

function goTo(editor: Editor, problem: TemplateProblem) {
  const { doc, tr } = editor.state;
  const place = placeOf(doc, problem);
  if (!place) return;
  const isNode = doc.nodeAt(place.from)?.isText === false;
  editor.view.dispatch(
    tr.setSelection(isNode ? NodeSelection.create(doc, place.from) : TextSelection.create(doc, place.from, place.to)),
  );
  editor.commands.focus(null, { scrollIntoView: false });
  const dom = editor.view.domAtPos(place.from).node;
  (dom instanceof Element ? dom : dom.parentElement)?.scrollIntoView({ block: 'center' });
}
