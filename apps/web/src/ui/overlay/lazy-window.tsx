import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { whyGone } from '#web/lib/version.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the window takes, its props are checked where it is used
type AnyWindow = ComponentType<any>;

export type LazyWindow<W extends AnyWindow> = W & {
  /** Loads the chunk before the window is opened. */
  preload: () => void;
};

/**
 * Window whose code is loaded when it is opened, or preloaded. It is open while it is rendered:
 * `{adding && <NewUserDrawer onClose={() => setAdding(false)} />}`. When the chunk fails to load, the page below stays,
 * with its input, and shows the error.
 */
export function lazyWindow<W extends AnyWindow>(load: () => Promise<W>): LazyWindow<W> {
  let loading: Promise<W> | undefined;
  const once = () => {
    loading ??= load();
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: (await once()) as AnyWindow };
      } catch {
        // A lazy component keeps its result, so the next opening needs another.
        next = attempt();
        const why = await whyGone();
        return { default: ({ onClose }: { onClose?: () => void }) => <Gone why={why} onClose={onClose} /> };
      }
    });
  let next = attempt();
  function Window(props: object) {
    const [Content] = useState(() => next);
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    );
  }
  return Object.assign(Window as unknown as W, { preload: () => void once().catch(() => {}) });
}

/** Rendered when the chunk failed to load: shows the error and closes. */
function Gone({ why, onClose }: { why: Error; onClose: (() => void) | undefined }) {
  const report = useEffectEvent(() => {
    toast.failure(why);
    onClose?.();
  });
  useEffect(() => report(), []);
  return null;
}

/** Preloads the windows of a page when the browser is idle after rendering. */
export function usePreloadWhenIdle(...windows: { preload: () => void }[]) {
  const preloadAll = useEffectEvent(() => {
    for (const { preload } of windows) preload();
  });
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => preloadAll(), 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => preloadAll(), { timeout: 3_000 });
    return () => cancelIdleCallback(idle);
  }, []);
}
