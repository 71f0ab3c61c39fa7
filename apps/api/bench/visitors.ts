import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { STAFF, withDemo } from './demo-server.ts';
import { type Figures, figuresOf, load } from './load.ts';

const PORT = 4_410;
const PEOPLE = 50;
/** Milliseconds that a person spends on a response before the next call. */
const LOOKS = 1_500;
const VISITORS_A_MINUTE = 1_000;
/** Promised 99th percentile for people at work, in milliseconds. */
const PROMISE = 100;

/** What people at work read, in turn. */
const CALLS = [
  '/dashboard',
  '/invoice?page=1',
  '/property?page=1',
  '/proposal?page=1',
  '/user?page=1',
  '/schedule/admin',
];

type Work = (turn: number) => Promise<void>;

/**
 * Visitors of a listing, each with its page, style and first photographs, beside people at work. The demonstration,
 * whose agency has an identity, shares the machine with the callers, so the figures are comparable only within a run.
 */
export const measureVisitors = (seconds: number) =>
  withDemo(PORT, async (origin) => {
    const call = await signedIn(origin);
    const listing = /\/imovel\/[^<]+/.exec(await (await fetch(`${origin}/sitemap.xml`)).text())?.[0] ?? '';
    const visit = await visitOf(origin + listing);
    const work: Work = async (turn) => {
      const answer = await call(CALLS[turn % CALLS.length] ?? '/dashboard');
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    };
    console.log(`\n${PEOPLE} pessoas trabalhando, uma leitura a cada ${LOOKS / 1_000} s; ${seconds} s cada medida`);
    console.log('| medida | por segundo | p50 ms | p99 ms |\n|---|---|---|---|');
    row('pessoas, sem visitantes', await people(work, seconds));
    const both = await beside(work, visit, seconds);
    row(`pessoas, com ${VISITORS_A_MINUTE} visitantes por minuto`, both.people);
    row('visitas: página, folha de estilo e três fotos', both.visits);
    console.log(both.people.p99 <= PROMISE ? `p99 dentro de ${PROMISE} ms` : `p99 acima de ${PROMISE} ms`);
  });

const row = (name: string, { perSecond, p50, p99 }: Figures) =>
  console.log(`| ${name} | ${perSecond.toFixed(1)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);

async function signedIn(origin: string) {
  const [email, password] = STAFF;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const session = await fetch(`${origin}/api/user/admin/session`, { method: 'POST', headers: json, body });
  const { token } = (await session.json()) as { token: string };
  return (path: string) => fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** One visit: the page, then what a browser loads with it. Every visitor has another address. */
async function visitOf(url: string): Promise<Work> {
  const page = await (await fetch(url)).text();
  const { origin } = new URL(url);
  const style = /href="(\/site\/site-[^"]+\.css)"/.exec(page)?.[1];
  const photographs = [...page.matchAll(/src="(\/api\/image\/[^"]+)"/g)].map(([, path]) => path);
  const parts = [style, ...photographs.slice(0, 3)].filter((path) => path !== undefined);
  if (!style || parts.length < 2) throw new Error('o anúncio não tem estilo ou fotos');
  const read = async (address: string, agent: string) => {
    const answer = await fetch(address, { headers: { 'user-agent': agent, 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  };
  return async (turn) => {
    const agent = `Mozilla/5.0 (visitante ${turn})`;
    await read(url, agent);
    await Promise.all(parts.map((path) => read(origin + path, agent)));
  };
}

/** People wait between their calls, so the waits don't count. */
async function people(work: Work, seconds: number): Promise<Figures> {
  const times: number[] = [];
  const from = performance.now();
  await load(PEOPLE, seconds, async (turn) => {
    // The first calls are spread over one such pause, so that they don't coincide.
    await pause(turn < PEOPLE ? (LOOKS * turn) / PEOPLE : LOOKS);
    const started = performance.now();
    await work(turn);
    times.push(performance.now() - started);
  });
  return figuresOf(times, from);
}

/** Visitors arrive by the clock, whether those before them are served or not. */
async function beside(work: Work, visit: Work, seconds: number) {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let turn = 0;
  const from = performance.now();
  const arrivals = setInterval(() => {
    const started = performance.now();
    open.push(visit(turn++).then(() => void times.push(performance.now() - started)));
  }, 60_000 / VISITORS_A_MINUTE);
  const atWork = await people(work, seconds).finally(() => clearInterval(arrivals));
  await Promise.all(open);
  return { people: atWork, visits: figuresOf(times, from) };
}
