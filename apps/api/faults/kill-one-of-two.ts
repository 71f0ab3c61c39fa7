import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReplicas } from '#test/processes/replicas.ts';
import { type Agency, openAgency } from './agency.ts';
import { checkRound, type Fault, refusals } from './fault.ts';
import { startWriters, strikeUnderLoad } from './writers.ts';

/** A request may wait for a lock of the killed server until PostgreSQL notices that its sessions are gone. */
const MAX_REFUSAL_MS = 5_000;

/**
 * Twenty writers on two servers of one address of a database, in turns of a call each; one server after the other is killed with
 * -9. The other one must serve on, and carry on the background work that was begun.
 */
export const killOneOfTwo: Fault = {
  says: 'kill -9 de um de dois servidores no mesmo endereço de banco sob 20 escritores',
  rounds: 6,
  long: 100,
  async run({ rounds, port }) {
    const folder = await mkdtemp(join(tmpdir(), 'morada-two-servers-'));
    await chmod(folder, 0o711);
    const [database] = await openReplicas(folder);
    let agency: Agency | undefined;
    try {
      const { host, port: at, user, password, database: name } = database.connection;
      const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@${host}:${at}/${name}`;
      agency = await openAgency({ port, servers: 2, env: { DATABASE_URL } });
      const staff = await startWriters(agency);
      const healing: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const victim = agency.servers()[round % 2];
        const other = agency.servers()[(round + 1) % 2];
        const stays = other?.pid();
        healing.push(await strikeUnderLoad(staff, async () => process.kill(victim?.pid() ?? 0, 'SIGKILL')));
        if (other?.pid() !== stays) broken.push(`rodada ${round}: o outro servidor morreu também`);
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      const { count, slowest, broken: wrong } = refusals(staff.book, MAX_REFUSAL_MS);
      const { acknowledged, unanswered } = staff.book;
      const notes = [`${count} recusas 503${count > 0 ? `, a mais lenta em ${slowest.toFixed(0)} ms` : ''}`];
      return { rounds, acknowledged, unanswered, healing, notes, broken: [...broken, ...wrong] };
    } finally {
      await agency?.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
