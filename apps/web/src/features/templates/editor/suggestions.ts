import { Extension, type Storage } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';

/** Range typed after `{{`, which the chosen suggestion replaces. */
export type Suggesting = { from: number; to: number; typed: string };

type State = { suggesting: Suggesting | undefined; refused: number | undefined };

declare module '@tiptap/core' {
  interface Storage {
    /** The keys that the list takes while it is open. */
    suggestions: { onKey: (event: KeyboardEvent) => boolean };
  }
}

const key = new PluginKey<State>('suggestions');
const LONGEST = 60;

/** `{{` opens the suggestions; Escape dismisses them for that pair of braces. */
export const Suggestions = Extension.create({
  name: 'suggestions',
  priority: 1_000,
  addStorage: (): Storage['suggestions'] => ({ onKey: () => false }),
  addProseMirrorPlugins() {
    const storage = this.storage;
    return [
      new Plugin<State>({
        key,
        state: {
          init: () => ({ suggesting: undefined, refused: undefined }),
          apply(tr, before, _, state) {
            const found = askedIn(state);
            const kept = before.refused === undefined ? undefined : tr.mapping.map(before.refused, -1);
            const refused = tr.getMeta(key) || found?.from === kept ? found?.from : undefined;
            return { refused, suggesting: found?.from === refused ? undefined : found };
          },
        },
        props: {
          handleKeyDown: (view, event) => {
            if (!suggestingIn(view.state)) return false;
            if (event.key !== 'Escape') return storage.onKey(event);
            view.dispatch(view.state.tr.setMeta(key, true));
            return true;
          },
        },
      }),
    ];
  },
});

export const suggestingIn = (state: EditorState) => key.getState(state)?.suggesting;

function askedIn({ selection }: EditorState): Suggesting | undefined {
  const { $from: at, empty } = selection;
  if (!empty || !at.parent.isTextblock) return undefined;
  const before = at.parent.textBetween(Math.max(0, at.parentOffset - LONGEST), at.parentOffset, '\n', '\uFFFC');
  const typed = /\{\{([^{}\n\uFFFC]*)$/.exec(before)?.[1];
  return typed === undefined ? undefined : { from: at.pos - typed.length - 2, to: at.pos, typed };
}
