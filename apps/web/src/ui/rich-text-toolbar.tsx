import { RichTextEditor as Frame } from '@mantine/tiptap';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react';
import classes from './rich-text.module.css';

type Align = 'left' | 'center' | 'right' | 'justify';

type Control = {
  label: string;
  icon: ComponentType<{ size?: number }>;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Pressed: where the cursor stands it is so. */
  is?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
};

const heading = (level: 1 | 2 | 3, label: string, icon: Control['icon']): Control => ({
  label,
  icon,
  run: (chain) => chain.toggleHeading({ level }),
  is: (editor) => editor.isActive('heading', { level }),
});

const mark = (name: string, label: string, icon: Control['icon']): Control => ({
  label,
  icon,
  run: (chain) => chain.toggleMark(name),
  is: (editor) => editor.isActive(name),
});

const GROUPS: Control[][] = [
  [
    {
      label: 'Desfazer',
      icon: IconArrowBackUp,
      run: (chain) => chain.undo(),
      can: (editor) => editor.can().undo(),
    },
    {
      label: 'Refazer',
      icon: IconArrowForwardUp,
      run: (chain) => chain.redo(),
      can: (editor) => editor.can().redo(),
    },
  ],
  [heading(1, 'Título', IconH1), heading(2, 'Subtítulo', IconH2), heading(3, 'Título menor', IconH3)],
  [
    mark('bold', 'Negrito', IconBold),
    mark('italic', 'Itálico', IconItalic),
    mark('underline', 'Sublinhado', IconUnderline),
    mark('strike', 'Tachado', IconStrikethrough),
  ],
  [
    {
      label: 'Lista',
      icon: IconList,
      run: (chain) => chain.toggleBulletList(),
      is: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Lista numerada',
      icon: IconListNumbers,
      run: (chain) => chain.toggleOrderedList(),
      is: (editor) => editor.isActive('orderedList'),
    },
    {
      label: 'Citação',
      icon: IconBlockquote,
      run: (chain) => chain.toggleBlockquote(),
      is: (editor) => editor.isActive('blockquote'),
    },
    { label: 'Linha horizontal', icon: IconSeparatorHorizontal, run: (chain) => chain.setHorizontalRule() },
  ],
];

/** Where nothing is said a paragraph is set as its text is, and a heading at the left. */
const alignOf = (editor: Editor, usual: Align): Align => {
  const { type, attrs } = editor.state.selection.$from.parent;
  return attrs.textAlign ?? (type.name === 'heading' ? 'left' : usual);
};

const alignments = (usual: Align): Control[] =>
  (
    [
      ['left', 'Alinhar à esquerda', IconAlignLeft],
      ['center', 'Centralizar', IconAlignCenter],
      ['right', 'Alinhar à direita', IconAlignRight],
      ['justify', 'Justificar', IconAlignJustified],
    ] as const
  ).map(([align, label, icon]) => ({
    label,
    icon,
    run: (chain) => (align === usual ? chain.unsetTextAlign() : chain.setTextAlign(align)),
    is: (editor) => alignOf(editor, usual) === align,
  }));

type RichTextToolbarProps = { editor: Editor; align: 'left' | 'justify'; end?: ReactNode };

/** One stop of the Tab key; the arrows go from control to control. */
export function RichTextToolbar({ editor, align, end }: RichTextToolbarProps) {
  const groups = [...GROUPS, alignments(align)];
  const all = groups.flat();
  const [stop, setStop] = useState('Desfazer');
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.fromEntries(
        all.map(({ label, is, can }) => [label, { on: is?.(current) ?? false, off: can?.(current) === false }]),
      ),
  });

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  }

  return (
    <Frame.Toolbar className={classes.toolbar}>
      <div role="toolbar" aria-label="Formatação" className={classes.controls} onKeyDown={move}>
        {groups.map((controls) => (
          <Frame.ControlsGroup key={controls[0]?.label} className={classes.group}>
            {controls.map(({ label, icon: Icon, run, is }) => (
              <Frame.Control
                key={label}
                className={classes.control}
                aria-label={label}
                title={label}
                aria-pressed={is && states[label]?.on}
                active={states[label]?.on}
                aria-disabled={states[label]?.off || undefined}
                tabIndex={label === stop ? 0 : -1}
                onFocus={() => setStop(label)}
                onClick={() => run(editor.chain().focus()).run()}
              >
                <Icon size={17} />
              </Frame.Control>
            ))}
          </Frame.ControlsGroup>
        ))}
      </div>
      {end}
    </Frame.Toolbar>
  );
}
