import { useKeys, useShortcut } from '#web/ui/base/shortcuts.ts';
import { useListArrows } from '#web/ui/list/list-keys.ts';
import { pagesIn, useMenu } from './menu.ts';
import { type Place, useGo } from './use-go.ts';

/** The keys that are heard on every page. */
export function useKeyboard(open: { palette: () => void; keys: () => void }) {
  const go = useGo();
  const pages = pagesIn(useMenu());
  useListArrows();
  useShortcut('palette', open.palette);
  useShortcut('keys', open.keys);
  useKeys(
    pages.flatMap(({ key, path, search }) => (key ? [{ key, go: () => go({ to: path, search } as Place) }] : [])),
  );
}
