import { RichTextEditor as Frame } from '@mantine/tiptap';
import { IconSeparatorHorizontal } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './rich-text.module.css';

export const TOOLBAR_LABELS = {
  undoControlLabel: 'Desfazer',
  redoControlLabel: 'Refazer',
  h1ControlLabel: 'Título',
  h2ControlLabel: 'Subtítulo',
  h3ControlLabel: 'Título menor',
  boldControlLabel: 'Negrito',
  italicControlLabel: 'Itálico',
  underlineControlLabel: 'Sublinhado',
  strikeControlLabel: 'Tachado',
  bulletListControlLabel: 'Lista',
  orderedListControlLabel: 'Lista numerada',
  blockquoteControlLabel: 'Citação',
  hrControlLabel: 'Linha horizontal',
  alignLeftControlLabel: 'Alinhar à esquerda',
  alignCenterControlLabel: 'Centralizar',
  alignRightControlLabel: 'Alinhar à direita',
  alignJustifyControlLabel: 'Justificar',
};

/** Mantine's own icon for it reads as "more". */
const Rule = () => <Frame.Hr icon={IconSeparatorHorizontal} />;

const GROUPS = {
  history: { undo: Frame.Undo, redo: Frame.Redo },
  headings: { h1: Frame.H1, h2: Frame.H2, h3: Frame.H3 },
  marks: { bold: Frame.Bold, italic: Frame.Italic, underline: Frame.Underline, strike: Frame.Strikethrough },
  blocks: { bullets: Frame.BulletList, numbers: Frame.OrderedList, quote: Frame.Blockquote, rule: Rule },
};

const ALIGNMENTS = {
  left: Frame.AlignLeft,
  center: Frame.AlignCenter,
  right: Frame.AlignRight,
  justify: Frame.AlignJustify,
};

type RichTextToolbarProps = { editor: Editor; align: 'left' | 'justify'; end?: ReactNode };

/** One stop of the Tab key; the arrows go from control to control. */
export function RichTextToolbar({ editor, align, end }: RichTextToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const aligned = useEditorState({ editor, selector: ({ editor: current }) => alignmentOf(current, align) });

  useEffect(() => stopAt(buttonsIn(toolbar.current)[0], toolbar.current), []);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = buttonsIn(event.currentTarget).filter(({ disabled }) => !disabled);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  }

  return (
    <Frame.Toolbar>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label="Formatação"
        className={classes.controls}
        onKeyDown={move}
        onFocus={({ target, currentTarget }) => stopAt(target, currentTarget)}
      >
        {Object.entries(GROUPS).map(([group, controls]) => (
          <Frame.ControlsGroup key={group}>
            {Object.entries(controls).map(([name, Control]) => (
              <Control key={name} />
            ))}
          </Frame.ControlsGroup>
        ))}
        <Frame.ControlsGroup>
          {Object.entries(ALIGNMENTS).map(([name, Control]) => (
            <Control key={name} active={name === aligned} />
          ))}
        </Frame.ControlsGroup>
      </div>
      {end}
    </Frame.Toolbar>
  );
}

/** By default a paragraph follows the text's alignment, and a heading is left-aligned. */
function alignmentOf({ state }: Editor, usual: string): string {
  const { type, attrs } = state.selection.$from.parent;
  return attrs.textAlign ?? (type.name === 'heading' ? 'left' : usual);
}

const buttonsIn = (controls: HTMLElement | null) => [...(controls?.querySelectorAll('button') ?? [])];

function stopAt(stop: Element | undefined, controls: HTMLElement | null) {
  for (const button of buttonsIn(controls)) button.tabIndex = button === stop ? 0 : -1;
}
