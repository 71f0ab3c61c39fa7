import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Insertion, suggestInsertions } from '#web/features/templates/insertions.ts';
import { insert } from './insert.ts';
import classes from './suggestion-list.module.css';
import { type Suggesting, suggestingIn } from './suggestions.ts';
import { chipsOf } from './text-chips.ts';

/** Completion list below the `{{` being typed. */
export function SuggestionList({ editor }: { editor: Editor }) {
  const asked = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const suggesting = suggestingIn(state);
      return suggesting && { ...suggesting, unclosed: unclosedIn(editor) };
    },
  });
  const found = asked ? suggestInsertions(asked.typed, asked.unclosed) : [];
  if (!asked || found.length === 0) return null;
  return <Choices key={asked.typed} editor={editor} asked={asked} found={found} />;
}

const unclosedIn = ({ state }: Editor) =>
  chipsOf(state.doc)
    .filter(({ troubles }) => troubles.has('UNCLOSED'))
    .map(({ name }) => name);

function Choices({ editor, asked, found }: { editor: Editor; asked: Suggesting; found: Insertion[] }) {
  const id = useId();
  const [at, setAt] = useState(0);
  const choose = (chosen: Insertion | undefined) => chosen && insert(editor, chosen.written, asked);
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    return hearKeys(editor, ({ key }) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step) setAt((at + step + found.length) % found.length);
      else if (key === 'Enter' || key === 'Tab') choose(found[at]);
      else return false;
      return true;
    });
  });

  useLayoutEffect(() => {
    if (list.current) lieUnder(list.current, editor.view.coordsAtPos(asked.from));
  }, [editor, asked.from]);

  // Focus stays in the text: these attributes let screen readers announce the list.
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', id);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id]);
  useEffect(() => editor.view.dom.setAttribute('aria-activedescendant', `${id}-${at}`), [editor, id, at]);

  return (
    <div id={id} role="listbox" aria-label="Variáveis e blocos" className={classes.list} ref={list}>
      {found.map(({ written, label, example }, index) => (
        <div
          key={written}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.option}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onPointerEnter={() => setAt(index)}
          onMouseDown={(event) => {
            event.preventDefault(); // The cursor stays where it is.
            choose(found[index]);
          }}
        >
          <span>{label}</span>
          <span className={classes.example}>{example ?? 'bloco'}</span>
        </div>
      ))}
    </div>
  );
}

/** Hands the editor's keys to the list before the text takes them; returns the unsubscribe function. */
function hearKeys({ storage }: Editor, onKey: Editor['storage']['suggestions']['onKey']) {
  storage.suggestions.onKey = onKey;
  return () => {
    storage.suggestions.onKey = () => false;
  };
}

/** Under the braces, within the paper that both lie on. */
function lieUnder(list: HTMLElement, { left, bottom }: { left: number; bottom: number }) {
  const paper = list.offsetParent?.getBoundingClientRect();
  if (!paper) return;
  list.style.left = `${Math.max(EDGE, Math.min(left - paper.left, paper.width - list.offsetWidth - EDGE))}px`;
  list.style.top = `${bottom - paper.top + 4}px`;
}

const EDGE = 8;
