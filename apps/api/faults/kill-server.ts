import { openAgency } from './agency.ts';
import { checkRound, type Fault } from './fault.ts';
import { startWriters, strikeUnderLoad } from './writers.ts';

/** kill -9 of the server under twenty writers; its supervisor restarts it. */
export const killServer: Fault = {
  says: 'kill -9 do servidor sob 20 escritores',
  rounds: 10,
  long: 200,
  async run({ rounds, port }) {
    const agency = await openAgency({ port });
    try {
      const staff = await startWriters(agency);
      const healing: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        healing.push(await strikeUnderLoad(staff, async () => process.kill(agency.server().pid() ?? 0, 'SIGKILL')));
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      const { acknowledged, unanswered } = staff.book;
      return { rounds, acknowledged, unanswered, healing, notes: [], broken };
    } finally {
      await agency.close();
    }
  },
};
