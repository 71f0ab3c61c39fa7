import type { FastifyBaseLogger } from 'fastify';
import { Logger, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Deps } from './context.ts';
import { compactListTotals } from './db/list-total.ts';
import * as bankFiles from './modules/bank-files/runs.service.ts';
import * as bulk from './modules/bulk/runs.service.ts';
import { sweepClientArea } from './modules/client-area/sessions.service.ts';
import * as demonstration from './modules/demonstration/demonstration.service.ts';
import { dropFiles } from './modules/demonstration/removal.service.ts';
import { carryOut, giveUp, resume, sweepImports } from './modules/imports/runs.service.ts';
import { carryOutBilling, giveUpBilling } from './modules/invoices/billing-runs.service.ts';
import { tidyTotals } from './modules/ledger/ledger.service.ts';
import * as mail from './modules/mail/mail.service.ts';
import { fetchIndices } from './modules/readjustments/readjustments.service.ts';
import { sweep } from './modules/session/session.service.ts';
import { sendNotice } from './modules/session/tries.service.ts';
import { forgetVisitors } from './modules/site/site.service.ts';

/** Hourly, and billing at start too: the jobs are idempotent within a day. */
const CRONTAB = [
  '0 * * * * billing ?max=3&jobKey=billing',
  '30 * * * * sweep ?max=1&jobKey=sweep',
  '*/5 * * * * resume ?max=1&jobKey=resume',
  '*/10 * * * * totals ?max=1&jobKey=totals',
  // Indices are published in the morning, on varying days.
  '15 7,13 * * * indices ?max=3&jobKey=indices',
].join('\n');

export type Jobs = {
  stop: () => Promise<void>;
  /** Resolves when the worker has stopped, by `stop` or by itself. */
  ended: Promise<void>;
  /**
   * Enqueues billing and the resumption of interrupted runs: when the database connection was lost, the end of a job may
   * not have been recorded.
   */
  recover: () => Promise<void>;
};

/** Background worker; all servers on a database share the queue. */
export async function startJobs(
  deps: Deps,
  pgPool: Pool,
  log: FastifyBaseLogger,
  { crontab = CRONTAB, pollInterval = 5_000 } = {},
): Promise<Jobs> {
  const runner = await run({
    pgPool,
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') log.error(failureOf(message, meta), 'job failed');
    }),
    taskList: {
      billing: async (_, { job }) => {
        try {
          const issued = await carryOutBilling(deps);
          if (issued > 0) log.info({ issued }, 'invoices issued');
        } catch (error) {
          if (job.attempts >= job.max_attempts) await giveUpBilling(deps);
          throw error;
        }
      },
      sweep: async () => {
        await sweep(deps);
        await forgetVisitors(deps);
        await sweepImports(deps);
        await bankFiles.sweepFiles(deps);
        await bulk.sweepBulk(deps);
        await mail.sweepMail(deps);
        await sweepClientArea(deps);
      },
      totals: async () => {
        await tidyTotals(deps);
        await compactListTotals(deps.db);
      },
      import: async (payload, { job }) => {
        const { run: id } = payload as { run: number };
        try {
          await carryOut(deps, id);
        } catch (error) {
          if (job.attempts >= job.max_attempts) await giveUp(deps, id);
          throw error;
        }
      },
      'bank-file': async (payload, { job }) => {
        const { file: id } = payload as { file: number };
        try {
          await bankFiles.carryOut(deps, id);
        } catch (error) {
          if (job.attempts >= job.max_attempts) await bankFiles.giveUp(deps, id);
          throw error;
        }
      },
      bulk: async (payload, { job }) => {
        const { run: id } = payload as { run: number };
        try {
          await bulk.carryOut(deps, id);
        } catch (error) {
          if (job.attempts >= job.max_attempts) await bulk.giveUp(deps, id);
          throw error;
        }
      },
      demonstration: async (_, { job }) => {
        try {
          await demonstration.carryOut(deps);
        } catch (error) {
          if (job.attempts >= job.max_attempts) await demonstration.giveUp(deps);
          throw error;
        }
      },
      'drop-files': (payload) => dropFiles(deps, payload as Parameters<typeof dropFiles>[1]),
      mail: async (payload, { job }) => {
        const { mail: id } = payload as { mail: number };
        try {
          await mail.sendMail(deps, id);
        } catch (error) {
          if (job.attempts < job.max_attempts) throw error;
          await mail.giveUp(deps, id);
          log.error({ mail: id }, 'mail given up');
        }
      },
      'sign-in-notice': (payload) => sendNotice(deps, (payload as { account: string }).account),
      resume: async () => {
        await resume(deps);
        await bankFiles.resume(deps);
        await bulk.resumeBulk(deps);
        await demonstration.resumeDemonstration(deps);
        await mail.resumeMail(deps);
      },
      indices: () => fetchIndices(deps),
    },
  });
  async function recover() {
    await runner.addJob('billing', {}, { jobKey: 'billing', maxAttempts: 3 });
    await runner.addJob('resume', {}, { jobKey: 'resume', maxAttempts: 1 });
  }
  await recover();
  await runner.addJob('indices', {}, { jobKey: 'indices', maxAttempts: 3 });
  const ended = runner.promise.catch((error) => log.error({ err: error }, 'jobs ended'));
  return { stop: () => runner.stop(), ended, recover };
}

/** Logs the failure without the worker's own message, which quotes the error; our serialiser removes personal data. */
function failureOf(message: string, meta: { job?: unknown; error?: unknown } = {}) {
  const { job, error } = meta as { job?: { task_identifier: string; attempts: number }; error?: unknown };
  return job ? { job: job.task_identifier, attempt: job.attempts, err: error } : { job: message };
}
