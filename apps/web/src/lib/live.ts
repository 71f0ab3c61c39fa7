import { live, MISSED, OPENING_MS } from '@morada/contract/live';
import type { Query } from '@tanstack/react-query';
import { EventSource } from 'eventsource';
import { askedBy, urlOf } from './api/api.ts';
import { queryClient } from './api/query-client.ts';
import { askIdentity } from './session/identity.ts';
import { currentSession } from './session/session.ts';
import { onVaultChange } from './session/vault.ts';

/** Events within this window, in milliseconds, cause one refetch. */
const GATHER = 150;
const AGAIN = 20_000;

/**
 * Follows what others do while the page is looked at: queries that name a topic are read again when it moves. A page
 * in the background holds no line, since a browser has few for one server; back in front it reads what moved meanwhile.
 */
export function followLive(): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let token: string | undefined;

  function close() {
    clearTimeout(again);
    source?.close();
    source = undefined;
  }

  function open() {
    close();
    token = currentSession()?.token;
    if (!token || document.hidden) return;
    const mine = new EventSource(urlOf(live.stream, { query: {} }), { fetch: withToken(token) });
    source = mine;
    mine.onmessage = ({ data }) => hear(data);
    mine.onerror = () => {
      // A broken line mends itself; one that was refused is asked for again by us.
      if (source === mine && mine.readyState === mine.CLOSED) again = setTimeout(open, AGAIN);
    };
  }

  const forget = onVaultChange(() => {
    if (currentSession()?.token !== token) open();
  });
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    forget();
    close();
  };
}

/** Age of the page, than which none of its data is older. The first of the two clocks stands still while a machine sleeps. */
const pageAge = () => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));

/** Each opening tells the age of the page, so that only what moved since is read again. */
const withToken =
  (token: string): typeof fetch =>
  async (_, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token}`);
    const age = pageAge();
    const response = await fetch(urlOf(live.stream, { query: { age } }), { ...init, headers });
    if (pageAge() - age > OPENING_MS) hear(MISSED);
    // A session that is over is asked about here as with any other call; once it is renewed the line is opened anew.
    if (response.status === 401 && currentSession()?.token === token && (await askedBy(response)))
      void askIdentity('renew');
    return response;
  };

const heard = new Set<string>();

function hear(topic: string) {
  if (heard.size === 0) setTimeout(refetchHeard, GATHER);
  heard.add(topic);
}

function refetchHeard() {
  const topics = new Set(heard);
  heard.clear();
  const predicate = ({ meta }: Query) => meta?.live?.some((topic) => topics.has(topic) || topics.has(MISSED)) ?? false;
  queryClient.invalidateQueries({ predicate });
}
