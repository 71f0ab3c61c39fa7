import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { MISSED } from '@morada/contract/desk/live';
import { openReplicas, type Replica } from '#test/processes/replicas.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { checkRound, type Fault, refusals } from './fault.ts';
import { startWriters, strikeUnderLoad } from './writers.ts';

/** Requests sent before the loss was detected wait for a connection until the pool gives up. */
const MAX_REFUSAL_MS = 5_000;

/**
 * kill -9 of the primary under twenty writers on two servers, then promotion of its synchronous standby. Between rounds
 * the killed server becomes the standby of the other, so that each is promoted in turn.
 */
export const promotion: Fault = {
  says: 'kill -9 do primário e promoção do standby síncrono sob 20 escritores em dois servidores',
  rounds: 3,
  long: 20,
  async run({ rounds, port }) {
    const folder = await mkdtemp(join(tmpdir(), 'morada-promotion-'));
    await chmod(folder, 0o711);
    let [primary, standby] = await openReplicas(folder);
    let agency: Agency | undefined;
    const streams: Stream[] = [];
    try {
      await replicate(primary, standby);
      agency = await openAgency({ port, servers: 2, env: { DATABASE_URL: addressOf(primary, standby) } });
      const staff = await startWriters(agency);
      for (const url of agency.urls) streams.push(await listen(url, agency.token));
      const healing: number[] = [];
      const promotions: number[] = [];
      const firsts: number[] = [];
      const lives: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const servers = pidsOf(agency);
        let killed = 0;
        let first = 0;
        const afterFirst = await strikeUnderLoad(staff, async () => {
          killed = performance.now();
          await primary.kill();
          await standby.query('select pg_promote()');
          promotions.push(performance.now() - killed);
          const known = staff.book.acknowledged;
          await until('uma gravação no servidor promovido', () => staff.book.acknowledged > known);
          first = performance.now() - killed;
        });
        firsts.push(first);
        healing.push(first + afterFirst);
        lives.push(await liveAgain(agency, streams, killed));
        if (pidsOf(agency) !== servers) broken.push(`rodada ${round}: um servidor morreu com o banco`);
        broken.push(...(await checkRound(agency, staff.book, round)));
        if (round === rounds) break;
        [primary, standby] = [standby, primary];
        await replicate(primary, standby);
      }
      const { count, slowest, broken: wrong } = refusals(staff.book, MAX_REFUSAL_MS);
      const { acknowledged, unanswered } = staff.book;
      const notes = [
        `promovido após ${spread(promotions)}`,
        `primeira gravação após ${spread(firsts)}`,
        `avisos de volta após ${spread(lives)}`,
        `${count} recusas 503, a mais lenta em ${slowest.toFixed(0)} ms`,
      ];
      return { rounds, acknowledged, unanswered, healing, notes, broken: [...broken, ...wrong] };
    } finally {
      for (const { close } of streams) close();
      await agency?.close();
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const pidsOf = (agency: Agency) =>
  agency
    .servers()
    .map((server) => server.pid())
    .join();

function addressOf(...replicas: Replica[]) {
  const [{ user, password, database } = { user: '', password: '', database: '' }] = replicas.map(
    (one) => one.connection,
  );
  const servers = replicas.map(({ connection: { host, port } }) => `${host}:${port}`).join();
  return `postgres://${user}:${encodeURIComponent(password)}@${servers}/${database}?target_session_attrs=read-write`;
}

/** Makes `standby` a synchronous standby: from then on a commit is confirmed once both have it on disk. */
async function replicate(primary: Replica, standby: Replica) {
  await standby.follow(primary);
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  await until('o standby confirmar gravações', async () => {
    const found = await primary.query(`select from pg_stat_replication where sync_state = 'sync'`);
    return found.length === 1;
  });
}

type Stream = { heard: { topic: string; at: number }[]; close: () => void };

/** Live updates of a server, as an open page receives them. */
async function listen(url: string, token: string): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const heard: Stream['heard'] = [];
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, topic = ''] of chunk.matchAll(/^data: (.*)$/gm)) heard.push({ topic, at: performance.now() });
  };
  // Ends with the server or by `close`; a stream that ended early receives nothing, which the round reports.
  read().catch(() => {});
  return { heard, close: () => controller.abort() };
}

/**
 * Waits until every stream has received the notice of the gap, and then that of a change made through one server.
 * Returns milliseconds from the kill until the last notice of the gap.
 */
async function liveAgain({ call }: Agency, streams: readonly Stream[], killed: number): Promise<number> {
  const told = (topic: string, since: number) =>
    streams.map(({ heard }) => heard.find((one) => one.topic === topic && one.at > since)?.at);
  const all = (topic: string, since: number) => told(topic, since).every((at) => at !== undefined);
  await until('os avisos voltarem', () => all(MISSED, killed));
  const before = performance.now();
  // The server probes its database twice a second; until a probe succeeds, it may refuse requests (503).
  const notice = { name: 'Aviso de prova', message: 'O banco foi promovido' };
  await until('o aviso ser gravado', async () => (await call('POST', '/notification/system', notice)).status < 300);
  await until('um aviso chegar por todos os servidores', () => all('notifications', before));
  return Math.max(...told(MISSED, killed).map((at) => at ?? 0)) - killed;
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const seconds = (time = 0) => (time / 1000).toFixed(1);
  return `${seconds(sorted[Math.floor(sorted.length / 2)])} s, no pior caso ${seconds(sorted.at(-1))} s`;
}
