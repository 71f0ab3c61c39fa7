import { RichTextEditor, type RichTextEditorProps } from '#web/ui/rich-text/rich-text-editor.tsx';

/** Plain text only: no extensions. */
const EXTENSIONS: RichTextEditorProps['extensions'] = [];

type PostEditorProps = Pick<RichTextEditorProps, 'value' | 'onChange' | 'errorId'> & {
  onReady: (handle: { focus: () => void }) => void;
};

/** The text of a post. Loaded lazily, with the editor. */
export default function PostEditor({ onReady, ...props }: PostEditorProps) {
  return (
    <RichTextEditor
      {...props}
      label="Texto da notícia"
      placeholder="Escreva ou cole o texto da notícia."
      extensions={EXTENSIONS}
      onReady={(editor) => onReady({ focus: () => editor.commands.focus() })}
    />
  );
}
