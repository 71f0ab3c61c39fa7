import { STAFF_PATH } from '@morada/contract/base/addresses';
import { LoginPage, SetupPage } from '#web/features/session/entrance.tsx';
import { setupStateQuery } from '#web/features/session/session-queries.ts';
import { isOwnPath } from '#web/lib/address.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { openVault } from '#web/lib/session/vault.ts';
import { mount } from './mount.tsx';

// Login entry: a page of its own, so that the form renders before the application bundle loads.

/** Longest wait, in milliseconds, for the content above the form. */
const AT_MOST = 400;

const { pathname, searchParams } = new URL(location.href);
const sets = pathname.endsWith('/setup');
const redirect = searchParams.get('redirect') ?? '/';
const wanted = isOwnPath(redirect) ? redirect : '/';
const address = STAFF_PATH + wanted;

const app = () => import('./start-app.tsx');
/** Prefetches the app while the user types, so that it opens without delay after sign-in. */
const fetchApp = () =>
  app().then(
    ({ loadPage }) => loadPage(wanted),
    () => {}, // Not to be had just now: asked for again when it is needed.
  );

// The page preloads this request before the script is loaded.
const known = queryClient.prefetchQuery(setupStateQuery);
await openVault();
if (currentSession() && !sets) location.replace(STAFF_PATH);
else {
  if (!sets) await Promise.race([known, new Promise((resolve) => setTimeout(resolve, AT_MOST))]);
  const root = mount(
    sets ? <SetupPage token={searchParams.get('token') ?? ''} onDone={enter} /> : <LoginPage onDone={enter} />,
  );
  addEventListener('input', () => void fetchApp(), { once: true });

  async function enter() {
    try {
      const { startApp } = await app();
      // With its state, by which the router knows the entry again.
      history.replaceState(history.state, '', address);
      root.unmount();
      startApp();
    } catch {
      location.replace(address); // An app that was renewed meanwhile, say: its page names the new one.
    }
  }
}
