import { childrenOf, killIfThere } from '#test/processes/processes.ts';
import { openAgency } from './agency.ts';
import { checkRound, type Fault, refusals } from './fault.ts';
import { startWriters, strikeUnderLoad } from './writers.ts';

/** Requests sent before the loss was detected are answered only after the timeout. */
const MAX_REFUSAL_MS = 8_000;

/**
 * kill -9 of the embedded database under twenty writers: the postmaster alone, or with all of its sessions. The server
 * stays up and restarts it.
 */
export const killDatabase: Fault = {
  says: 'kill -9 do banco embutido sob 20 escritores',
  rounds: 10,
  long: 50,
  async run({ rounds, port }) {
    const agency = await openAgency({ port });
    try {
      const staff = await startWriters(agency);
      const healing: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const server = agency.server().pid();
        healing.push(
          await strikeUnderLoad(staff, async () => {
            const first = await agency.postmaster();
            const all = round % 2 === 0 ? await childrenOf(first) : [];
            for (const pid of [first, ...all]) killIfThere(pid);
          }),
        );
        if (agency.server().pid() !== server) broken.push(`rodada ${round}: o servidor morreu com o banco`);
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      const { count, slowest, broken: wrong } = refusals(staff.book, MAX_REFUSAL_MS);
      const notes = [`${count} recusas 503, a mais lenta em ${slowest.toFixed(0)} ms`];
      const { acknowledged, unanswered } = staff.book;
      return { rounds, acknowledged, unanswered, healing, notes, broken: [...broken, ...wrong] };
    } finally {
      await agency.close();
    }
  },
};
