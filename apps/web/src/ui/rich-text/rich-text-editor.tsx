import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { Editor, type Extensions } from '@tiptap/react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './rich-text.module.css';
import { richTextExtensions } from './rich-text-extensions.ts';
import { cleanPasted } from './rich-text-paste.ts';
import { RichTextToolbar, TOOLBAR_LABELS } from './rich-text-toolbar.tsx';

export type RichTextEditorProps = {
  /** Label of the text: "Texto do modelo". */
  label: string;
  value: string;
  /** Empty text is ''. */
  onChange: (html: string) => void;
  /** Alignment of paragraphs that have none of their own. */
  align?: 'left' | 'justify';
  /** Feature-specific extensions; the array must be stable across renders. */
  extensions: Extensions;
  /** In the place of a text that is not there yet. */
  placeholder?: string;
  /** Converts pasted or loaded HTML before the editor parses it. */
  read?: (html: string) => string;
  onReady?: (editor: Editor) => void;
  /** The id of the message that says what is wrong. */
  errorId?: string;
  /** At the end of the tool bar. */
  end?: ReactNode;
  /** Floats over the text, which is its containing block. */
  children?: ReactNode;
};

/** Rich-text editor. Large bundle: import it lazily. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { align = 'left', label, placeholder = '', errorId, end, children, ...source } = props;
  const editor = useControlled(source);

  useEffect(() => {
    const dom = editor?.view.dom;
    dom?.setAttribute('aria-label', label);
    dom?.setAttribute('aria-invalid', String(errorId !== undefined));
    if (errorId) dom?.setAttribute('aria-describedby', errorId);
    else dom?.removeAttribute('aria-describedby');
    dom?.style.setProperty('--placeholder', JSON.stringify(placeholder));
  }, [editor, label, errorId, placeholder]);

  if (!editor) return null;
  return (
    <Frame
      editor={editor}
      labels={TOOLBAR_LABELS}
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      classNames={LOOKS}
      data-error={errorId !== undefined || undefined}
      data-align={align}
    >
      <RichTextToolbar editor={editor} align={align} end={end} />
      <div className={classes.paper}>
        <Frame.Content />
        {children}
      </div>
    </Frame>
  );
}

const LOOKS = {
  root: classes.editor,
  toolbar: classes.toolbar,
  controlsGroup: classes.group,
  control: classes.control,
  content: classes.content,
};

type Source = Pick<RichTextEditorProps, 'value' | 'onChange' | 'extensions' | 'read' | 'onReady'>;

/** Controlled editor. A text that was not edited is returned exactly as it was passed in. */
function useControlled({ value, onChange, extensions, read = String, onReady }: Source): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  // The value that the owner holds.
  const held = useRef(value);
  // The last value passed in, and the editor's HTML for it.
  const given = useRef({ value, html: '' });
  const changed = useEffectEvent(onChange);
  const ready = useEffectEvent((created: Editor) => onReady?.(created));

  useEffect(() => {
    const created = newEditor(read(given.current.value), extensions);
    given.current.html = created.getHTML();
    created.on('update', () => {
      const html = created.isEmpty ? '' : created.getHTML();
      held.current = html === given.current.html ? given.current.value : html;
      changed(held.current);
    });
    setEditor(created);
    ready(created);
    return () => created.destroy();
  }, [extensions, read]);

  useEffect(() => {
    if (!editor || value === held.current) return;
    held.current = value;
    editor.chain().setMeta('addToHistory', false).setContent(read(value), { emitUpdate: false }).run();
    given.current = { value, html: editor.getHTML() };
  }, [editor, value, read]);

  return editor;
}

const newEditor = (content: string, extensions: Extensions) =>
  new Editor({
    extensions: [...richTextExtensions, ...extensions],
    content,
    injectCSS: false, // The style sheet beside this file has it.
    editorProps: {
      attributes: { class: `${classes.text} ${classes.editable}`, role: 'textbox', 'aria-multiline': 'true' },
      transformPastedHTML: cleanPasted,
    },
  });
