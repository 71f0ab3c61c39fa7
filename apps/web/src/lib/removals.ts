import { createStore, useStore } from './store.ts';

/**
 * A removal that can be undone: its items are hidden immediately, and the request is sent when the time to undo has
 * expired. Undoing it only shows the items again, in their place.
 */
type Removal = {
  /** Keys of the removed items: `images:12`. */
  keys: readonly string[];
  /** Sends the request; when `leaving` the page, it must outlive the page. */
  send: (leaving: boolean) => Promise<unknown>;
  /** The server refused: what was taken away is in sight again. */
  onFailed: (error: unknown) => void;
  /** It can be undone no longer. */
  onSettled?: () => void;
};

const waiting = new Set<Removal>();
const sending = new Map<Removal, Promise<void>>();
export const hiddenKeys = createStore<ReadonlySet<string>>(new Set());

function publish() {
  hiddenKeys.set(new Set([...waiting, ...sending.keys()].flatMap(({ keys }) => keys)));
}

export function holdRemoval(removal: Removal) {
  waiting.add(removal);
  publish();
  return {
    /** False once the request was sent. */
    undo(): boolean {
      const undone = waiting.delete(removal);
      if (undone) publish();
      return undone;
    },
    settle: () => settle(removal),
  };
}

function settle(removal: Removal, leaving = false): Promise<void> {
  if (!waiting.delete(removal)) return sending.get(removal) ?? Promise.resolve();
  const sent = removal
    .send(leaving)
    .then(() => {}, removal.onFailed)
    .finally(() => {
      sending.delete(removal);
      publish();
    });
  sending.set(removal, sent);
  removal.onSettled?.();
  return sent;
}

/** Sends removals of keys that begin with `about`, ahead of what relies on them: saving, signing out, leaving. */
export async function settleRemovals(about = '', leaving = false): Promise<void> {
  const concerned = [...waiting, ...sending.keys()].filter(({ keys }) => keys.some((key) => key.startsWith(about)));
  await Promise.all(concerned.map((removal) => settle(removal, leaving)));
}

/** Resolves when no removal is on its way to the server. */
export const removalsSent = async (): Promise<void> => void (await Promise.all(sending.values()));

/** Keys of the hidden items, removed on the server or not yet. */
export const useHidden = () => useStore(hiddenKeys);

/** Applies a new order of the visible items. Hidden ones keep their index, to which undoing returns them. */
export function withHidden<Id>(all: readonly Id[], order: readonly Id[]): Id[] {
  const rest = [...order];
  return all.map((id) => (order.includes(id) ? (rest.shift() ?? id) : id));
}
