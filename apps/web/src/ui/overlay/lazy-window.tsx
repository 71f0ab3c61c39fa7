import { type ComponentType, createElement, type LazyExoticComponent, lazy, useEffect, useRef, useState } from 'react';
import { useSeenEffect } from '#web/lib/sight.ts';
import { toast } from '#web/lib/toast.ts';
import { whyGone } from '#web/lib/version.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the window takes, its props are checked where it is used
type AnyWindow = ComponentType<any>;

export type LazyWindow<W extends AnyWindow> = LazyExoticComponent<W> & {
  /** Preloads the chunk. */
  ahead: () => void;
};

/**
 * Window whose code is loaded when it is opened, or preloaded. When the chunk fails to load the page below stays, with
 * its input, and shows the error.
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

/** Rendered when the chunk failed to load: shows the error and closes. */
function Gone({ why, onClose }: { why: Error | undefined; onClose?: () => void }) {
  const said = useRef(false);
  useSeenEffect(() => {
    if (why && !said.current) toast.failure(why);
    said.current = true;
    onClose?.();
  }, [why]);
  return null;
}

/** Preloads the windows of a page when the browser is idle after rendering. */
export function useWhenIdle(...windows: { ahead: () => void }[]) {
  const [first] = useState(windows);
  useEffect(() => {
    const bring = () => {
      for (const { ahead } of first) ahead();
    };
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(bring, 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(bring, { timeout: 3_000 });
    return () => cancelIdleCallback(idle);
  }, [first]);
}
