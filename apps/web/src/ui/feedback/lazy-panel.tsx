import { type ComponentType, createContext, lazy, Suspense, useContext, useState } from 'react';
import { whyGone } from '#web/lib/version.ts';
import { ErrorState } from './blank.tsx';
import { Waiting } from './query-boundary.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the panel's props are checked where it is used
type AnyPanel = ComponentType<any>;

const RetryContext = createContext(() => {});

/**
 * Part of a page or window whose code is loaded apart from it:
 * `const Fees = lazyPanel('as taxas', () => import('./fees.tsx').then(({ Fees }) => Fees))`. When the code can't be loaded, an
 * error in the panel's place offers to try again, and what is around it stays, with its input. `what` has its article.
 */
export function lazyPanel<P extends AnyPanel>(what: string, load: () => Promise<P>, lines = 4): P {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as AnyPanel };
      } catch {
        // A lazy component keeps its result, so another try needs another.
        next = attempt();
        const why = await whyGone();
        return { default: () => <Failed what={what} why={why} /> };
      }
    });
  let next = attempt();
  function Panel(props: object) {
    const [Content, setContent] = useState(() => next);
    return (
      <RetryContext value={() => setContent(() => next)}>
        <Suspense fallback={<Waiting what={what} lines={lines} />}>
          <Content {...props} />
        </Suspense>
      </RetryContext>
    );
  }
  return Panel as unknown as P;
}

function Failed({ what, why }: { what: string; why: unknown }) {
  return <ErrorState what={what} error={why} onRetry={useContext(RetryContext)} />;
}
