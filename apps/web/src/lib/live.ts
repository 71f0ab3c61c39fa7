import { live, MISSED, OPENING_MS } from '@morada/contract/desk/live';
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
 * Opens the live stream while the page is visible: an event refetches the queries that name its topic. A hidden page
 * holds no connection, since browsers allow few per server; once visible again, it refetches what changed meanwhile.
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
      // EventSource reopens a broken connection itself, but not one that was refused.
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

/** Age of the page; none of its data is older. `performance.now()` stands still while a machine sleeps. */
const pageAge = () => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));

/** Each request for the stream sends the age of the page, so that only topics changed since are refetched. */
const withToken =
  (token: string): typeof fetch =>
  async (_, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token}`);
    const age = pageAge();
    const response = await fetch(urlOf(live.stream, { query: { age } }), { ...init, headers });
    if (pageAge() - age > OPENING_MS) hear(MISSED);
    // An expired session asks for the password, as with any other call. The stream is reopened once it is renewed.
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
