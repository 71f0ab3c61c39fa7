import { type ComponentType, type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { importAnew, untilLoaded, whyGone } from '#web/lib/version.ts';
import { Boundary } from './boundary.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the part's props are checked where it is used
export type AnyPart = ComponentType<any>;

export type Lazy<P extends AnyPart> = P & {
  /** Loads the code before the part is shown, which then appears without a gap. */
  preload: () => Promise<void>;
};

type Place = {
  /** Stands in the place of the part while its code loads. */
  waiting?: (props: never) => ReactNode;
  /** Stands in the place of a part whose code could not be loaded, or which could not be drawn. */
  failed: (failure: { error: unknown; retry: () => void; props: { onClose?: () => void } }) => ReactNode;
};

/**
 * Component whose code is loaded when it is shown, or before. It has an error boundary of its own: what is around it stays,
 * with what was typed there. After a failure its code is requested again by `retry`, by the next one that is mounted, or by `preload`.
 */
export function lazy<Module, P extends AnyPart>(
  load: () => Promise<Module>,
  pick: (module: Module) => P,
  { waiting, failed }: Place,
): Lazy<P> {
  let loading: Promise<P> | undefined;
  let shown: Promise<P> | undefined;
  let isFailed = false;

  function bring(): Promise<P> {
    loading ??= load()
      .catch(importAnew<Module>)
      .then(
        (module) => {
          const part = pick(module);
          // React draws a part that is there at once, without a gap.
          shown = Object.assign(Promise.resolve(part), { status: 'fulfilled', value: part });
          return part;
        },
        (error) => {
          isFailed = true;
          throw error;
        },
      );
    return loading;
  }

  /** The same where it is shown: what is wrong with the server is asked then. */
  function show(): Promise<P> {
    shown ??= bring().catch(async () => {
      throw await whyGone();
    });
    return shown;
  }

  function forgetFailure() {
    if (!isFailed) return;
    isFailed = false;
    loading = undefined;
    shown = undefined;
  }

  function Content(props: object) {
    const Part: AnyPart = use(show());
    return <Part {...props} />;
  }

  function Place(props: object) {
    useState(forgetFailure);
    return (
      <Boundary
        fallback={(error, again) => {
          const retry = () => {
            forgetFailure();
            again();
          };
          return failed({ error, retry, props });
        }}
      >
        <Suspense fallback={waiting?.(props as never)}>
          <Content {...props} />
        </Suspense>
      </Boundary>
    );
  }

  const preload = () => {
    forgetFailure();
    return bring().then(
      () => {},
      () => {}, // Said where the part is shown.
    );
  };
  return Object.assign(Place as unknown as P, { preload });
}

/**
 * Window whose code is loaded when it is opened. It is open while it is rendered:
 * `{adding && <NewUserWindow onClose={() => setAdding(false)} />}`. One that can't be loaded or drawn says so and closes.
 */
export const lazyWindow = <Module, W extends AnyPart>(load: () => Promise<Module>, pick: (module: Module) => W) =>
  lazy(load, pick, { failed: ({ error, props }) => <Gone why={error} onClose={props.onClose} /> });

/** Part that the page does without: `waiting` stands in its place until its code is loaded, which is tried every few seconds. */
export const lazyPart = <Module, P extends AnyPart>(
  load: () => Promise<Module>,
  pick: (module: Module) => P,
  waiting?: Place['waiting'],
) => lazy(untilLoaded(load), pick, { waiting, failed: () => null });

/** Preloads windows of a page when the browser is idle after rendering. */
export function usePreloadWhenIdle(...windows: { preload: () => unknown }[]) {
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

/** In the place of a window that can not be shown: says why, and closes it. */
function Gone({ why, onClose }: { why: unknown; onClose: (() => void) | undefined }) {
  const report = useEffectEvent(() => {
    toast.failure(why);
    onClose?.();
  });
  useEffect(() => report(), []);
  return null;
}
