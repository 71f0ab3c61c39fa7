import { openAgency } from './agency.ts';
import { checkRound, type Fault, refusals } from './fault.ts';
import { startWriters, strikeUnderLoad } from './writers.ts';

const MAX_REFUSAL_MS = 2_000;

/**
 * Immediate shutdown (SIGINT) of the embedded database under twenty writers: 503 with Retry-After within 2 s, then full
 * recovery.
 */
export const restartDatabase: Fault = {
  says: 'reinício do banco sob carga',
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
        healing.push(await strikeUnderLoad(staff, async () => process.kill(await agency.postmaster(), 'SIGINT')));
        if (agency.server().pid() !== server) broken.push(`rodada ${round}: o servidor morreu com o banco`);
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      const { count, slowest, broken: wrong } = refusals(staff.book, MAX_REFUSAL_MS);
      const { acknowledged, unanswered } = staff.book;
      // The server stays up, so every request is answered.
      if (unanswered > 0) wrong.push(`${unanswered} pedidos sem resposta`);
      const notes = [`${count} recusas 503, a mais lenta em ${slowest.toFixed(0)} ms`];
      return { rounds, acknowledged, unanswered, healing, notes, broken: [...broken, ...wrong] };
    } finally {
      await agency.close();
    }
  },
};
