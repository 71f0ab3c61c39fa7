import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { holdRemoval } from '#web/lib/removals.ts';
import { toast } from '#web/lib/toast.ts';

/** How long a removal can be undone; longer while the pointer rests on the notice. */
const UNDO = 10_000;
/** Longest delay, in milliseconds, before the removal is sent, even when its notice cannot be shown. */
const AT_MOST = 60_000;

type Removed = {
  keys: readonly string[];
  /** Message: "Foto 3 removida". */
  body: string;
  send: (leaving: boolean) => Promise<unknown>;
};

let last = 0;

/** Takes something small away without a question, with a notice that brings it back. */
export function removeWithUndo({ keys, body, send }: Removed) {
  last += 1;
  const id = `undo-${last}`;
  const timer = setTimeout(() => removal.settle(), AT_MOST);
  const removal = holdRemoval({
    keys,
    send,
    onFailed: toast.failure,
    onSettled: () => {
      clearTimeout(timer);
      notifications.hide(id);
    },
  });
  const undo = () => {
    clearTimeout(timer);
    removal.undo();
    notifications.hide(id);
  };
  showNotice({ id, body, undo, onClose: () => void removal.settle() });
}

/** Says that something was done, with a button that does the opposite. */
export function doneWithUndo(body: string, undo: () => Promise<unknown>) {
  last += 1;
  const id = `undo-${last}`;
  const run = () => {
    notifications.hide(id);
    undo().catch(toast.failure);
  };
  showNotice({ id, body, undo: run });
}

type Notice = { id: string; body: string; undo: () => void; onClose?: () => void };

function showNotice({ id, body, undo, onClose }: Notice) {
  notifications.show({
    id,
    title: 'Pronto!',
    color: 'green',
    autoClose: UNDO,
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
    onClose,
    message: (
      <Group gap={12} justify="space-between" wrap="nowrap">
        <span>{body}</span>
        <Button size="xs" variant="default" onClick={undo}>
          Desfazer
        </Button>
      </Group>
    ),
  });
}

/** Buttons on the page that remove an entry of a list. */
const removeButtons = new Set<HTMLElement>();

/** Ref of such a button, for `focusBeside`. */
export const removeButtonRef = (button: HTMLElement | null) => {
  if (!button) return;
  removeButtons.add(button);
  return () => {
    removeButtons.delete(button);
  };
};

/** Moves the focus to the same button of the next entry, or of the one before, ahead of the removal of its own. */
export function focusBeside(pressed: HTMLElement) {
  const list = pressed.closest('ul, ol, tbody');
  const inOrder = (one: HTMLElement, other: HTMLElement) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  const buttons = [...removeButtons].filter((button) => list?.contains(button)).sort(inOrder);
  const at = buttons.indexOf(pressed);
  (buttons[at + 1] ?? buttons[at - 1])?.focus();
}
