import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, openAgency, until } from './agency.ts';
import { checkRound, type Fault } from './fault.ts';
import { startWriters } from './writers.ts';

/** Longer than the server's own grace period. */
const GRACE = 10_000;

/** SIGTERM under twenty writers: requests in progress are answered, new ones refused, and the exit code is 0. */
export const drain: Fault = {
  says: 'SIGTERM sob 20 escritores',
  rounds: 5,
  long: 50,
  async run({ rounds, port }) {
    const agency = await openAgency({ port });
    try {
      let told = Number.POSITIVE_INFINITY;
      const cutOff: string[] = [];
      const plain = agency.call;
      const watched: Call = async (method, path, ...rest) => {
        const sent = performance.now();
        return plain(method, path, ...rest).catch((error) => {
          const { code = String(error) } = (error as { cause?: { code?: string } }).cause ?? {};
          if (sent < told)
            cutOff.push(
              `${method} ${path.replace(/\d+/g, 'n')} ${code}, ${(told - sent).toFixed(0)} ms antes do sinal`,
            );
          throw error;
        });
      };
      const staff = await startWriters({ ...agency, call: watched });
      const ending: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const atStart = staff.book.acknowledged;
        let stopped = false;
        const atWork = staff.writers.map(async ({ turn }) => {
          while (!stopped) {
            await turn();
            if (performance.now() > told) await pause(50);
          }
        });
        await until('os escritores trabalharem', () => staff.book.acknowledged - atStart >= 40);
        told = performance.now();
        await agency.server().stop();
        ending.push(performance.now() - told);
        stopped = true;
        await Promise.all(atWork);
        await until('o fim ser sabido', () => agency.ended() !== undefined);
        if (agency.ended() !== 0) broken.push(`rodada ${round}: terminou com ${agency.ended()}`);
        if ((ending.at(-1) ?? 0) > GRACE) broken.push(`rodada ${round}: ${ending.at(-1)?.toFixed(0)} ms até terminar`);
        broken.push(...cutOff.splice(0).map((one) => `rodada ${round}: sem resposta, ${one}`));
        told = Number.POSITIVE_INFINITY;
        await agency.start();
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      const { acknowledged, unanswered } = staff.book;
      const slowest = Math.max(...ending).toFixed(0);
      return { rounds, acknowledged, unanswered, notes: [`terminou em até ${slowest} ms`], broken };
    } finally {
      await agency.close();
    }
  },
};
