import { type ComponentType, createElement, type LazyExoticComponent, lazy, useEffect, useRef } from 'react';
import { useSeenEffect } from '#web/lib/sight.ts';
import { toast } from '#web/lib/toast.ts';
import { whyGone } from '#web/lib/version.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the window takes, its props are checked where it is used
type AnyWindow = ComponentType<any>;

export type LazyWindow<W extends AnyWindow> = LazyExoticComponent<W> & {
  /** Brings it before it is asked for. */
  ahead: () => void;
};

/**
 * A window whose code comes when it is opened, or before. Where it can't be had the page under it stays, with what was
 * typed there, and says why.
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
  const Window = lazy(async () => {
    try {
      return { default: await once() };
    } catch {
      const why = await whyGone();
      return {
        default: (({ onClose }: { onClose?: () => void }) => createElement(Gone, { why, onClose })) as unknown as W,
      };
    }
  });
  return Object.assign(Window, { ahead: () => void once().catch(() => {}) });
}

/** In the place of a window that didn't come: says so and closes. */
function Gone({ why, onClose }: { why: Error | undefined; onClose?: () => void }) {
  const said = useRef(false);
  useSeenEffect(() => {
    if (why && !said.current) toast.failure(why);
    said.current = true;
    onClose?.();
  }, [why]);
  return null;
}

/** Windows that the page may open come once it stands and nothing else is to be done. */
export function useWhenIdle(...windows: { ahead: () => void }[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the windows of this page
  useEffect(() => {
    const bring = () => {
      for (const { ahead } of windows) ahead();
    };
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(bring, 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(bring, { timeout: 3_000 });
    return () => cancelIdleCallback(idle);
  }, []);
}
