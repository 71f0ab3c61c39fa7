import type { FastifyBaseLogger } from 'fastify';
import { Logger, type RunnerOptions, type Task, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { everyStep } from './base/every-step.ts';
import type { Deps } from './context.ts';
import { compactListTotals, TOTALS_APPENDED } from './db/reading/list-total.ts';
import { worksToday } from './db/worked-day.ts';
import * as mail from './mail/mail.service.ts';
import { sendNotice } from './modules/access/credentials/tries.service.ts';
import { sweepsOfSessions } from './modules/access/session/session.service.ts';
import { carryHeldChanges } from './modules/bank/payouts/held-changes.service.ts';
import { workOnPayouts } from './modules/bank/payouts/work.service.ts';
import { followBoletos, readBoletoNotices } from './modules/bank/receipts/boleto-work.service.ts';
import { sweepNotices } from './modules/bank/receipts/pix-receipts.service.ts';
import { readPayments, workOnLinks } from './modules/bank/receipts/pix-work.service.ts';
import { bankFileRuns } from './modules/bank/receipts/runs.service.ts';
import { readStatementsOfToday } from './modules/bank/reconciliation/feeds.service.ts';
import { followAgreements } from './modules/collection/agreements/daily.service.ts';
import { announceAhead } from './modules/collection/messages/news.service.ts';
import { sendMessages } from './modules/collection/messages/sending.service.ts';
import { doSteps } from './modules/collection/ruler/steps.service.ts';
import { bulkRuns } from './modules/desk/bulk/runs.service.ts';
import { demonstrationRuns } from './modules/desk/demonstration/demonstration.service.ts';
import { dropFiles } from './modules/desk/demonstration/removal.service.ts';
import { warnOfDisks } from './modules/desk/doctor/disks.service.ts';
import { importRuns } from './modules/desk/imports/runs.service.ts';
import { closeFile } from './modules/desk/signatures/closing.service.ts';
import { remindSigners, resumeClosing, tidySignatures } from './modules/desk/signatures/daily.service.ts';
import { forgetNotices } from './modules/desk/signatures/provider-notices.service.ts';
import { workOnProvider } from './modules/desk/signatures/provider-work.service.ts';
import { type News, sendText } from './modules/desk/signatures/telling.service.ts';
import { forgetDrafts } from './modules/doors/form-drafts/form-drafts.service.ts';
import { forgetPortals, workOnPortals } from './modules/doors/portals/inbox.service.ts';
import { forgetUnconfirmed, sendAlerts } from './modules/doors/site/alerts.service.ts';
import { forgetVisitors } from './modules/doors/site/site.service.ts';
import { checkDimob } from './modules/fiscal/dimob/dimob.service.ts';
import { statementRuns } from './modules/fiscal/income-statements/statement-runs.service.ts';
import { leaveNational, workOnNotes } from './modules/fiscal/notes/issue.service.ts';
import { checkReform } from './modules/fiscal/reform/reform.service.ts';
import { tidyApplications } from './modules/lease/applications/retention.service.ts';
import { followBids } from './modules/lease/bids/life.service.ts';
import { fetchIndices } from './modules/lease/readjustments/readjustments.service.ts';
import { planExpenses } from './modules/ledger/movements/movimentations.service.ts';
import { tidyTotals } from './modules/ledger/postings/ledger.service.ts';
import { billingRuns } from './modules/money/invoices/billing-runs.service.ts';
import { sweepClientArea } from './modules/registry/clients/sessions.service.ts';
import { escalateLeads } from './modules/registry/leads/deadline.service.ts';
import { forgetOldLeads } from './modules/registry/leads/retention.service.ts';
import { forgetOldOffers } from './modules/registry/properties/offer-retention.service.ts';
import type { BackgroundRun } from './runs/background-run.ts';
import { inSlots } from './runs/slots.ts';
import { startWorker, type Worker } from './runs/worker.ts';
import { holdWorkerLock } from './runs/worker-lock.queries.ts';

/** Hourly, and billing at start too: the jobs are idempotent within a day. */
const CRONTAB = [
  '0 * * * * billing ?max=3&jobKey=billing',
  '30 * * * * sweep ?max=1&jobKey=sweep',
  '*/5 * * * * resume ?max=1&jobKey=resume',
  '*/10 * * * * totals ?max=1&jobKey=totals',
  // Warns before a disk is full.
  '*/10 * * * * disks ?max=1&jobKey=disks',
  // Indices are published in the morning, on varying days.
  '15 7,13 * * * indices ?max=3&jobKey=indices',
  // After the payments of the day before, since an instalment paid on that day must not break its agreement.
  '50 * * * * debt-agreements ?max=3&jobKey=debt-agreements',
  // Repeated expenses, some days before they fall due.
  '55 * * * * expenses ?max=3&jobKey=expenses',
  '40 7 * * * dimob ?max=3&jobKey=dimob',
  '45 7 * * * reform ?max=3&jobKey=reform',
  // Sends pending charges to the bank, and polls it for payments whose notice was lost.
  '* * * * * bank-link ?max=1&jobKey=bank-link',
  '* * * * * boleto-calls ?max=1&jobKey=boleto-calls',
  // Sends approved Pix payments, and polls the bank for those still in progress.
  '* * * * * payouts ?max=1&jobKey=payouts',
  // Issues notes in the national system, and those whose answer was lost.
  '* * * * * notes ?max=1&jobKey=notes',
  // Sends papers to the provider of signatures, and reads there what became of them.
  '* * * * * signature-provider ?max=1&jobKey=signature-provider',
  // Reads bank statements, each account once a day, in the morning in Brasília (the times here are UTC).
  '20 9-14 * * * statements ?max=1&jobKey=statements',
  // Runs the steps of the collection; those of a day run once.
  '5 * * * * collection ?max=3&jobKey=collection',
  // Sends messages that are due. `announce` creates those about due dates and ends of contracts, each hour.
  '* * * * * messages ?max=3&jobKey=messages',
  '5 * * * * announce ?max=3&jobKey=announce',
  // Reminds who has yet to sign, once a day at most, in the day's hours.
  '25 * * * * signature-reminders ?max=3&jobKey=signature-reminders',
  // Reads what portals sent, and passes on what nobody answered in time.
  '* * * * * leads ?max=1&jobKey=leads',
  // Sends new listings to visitors with an alert, at most once a day for each alert.
  '20 * * * * alerts ?max=3&jobKey=alerts',
].join('\n');

/** Tasks of the schedule. */
const SCHEDULED = CRONTAB.split('\n').flatMap((line) => line.split(' ')[5] ?? []);

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

/** Registry of the background runs, by the kind of work that they are. */
const RUNS = {
  bank: [bankFileRuns],
  imports: [importRuns],
  runs: [bulkRuns, demonstrationRuns, statementRuns],
  upkeep: [billingRuns],
} as const satisfies Record<string, readonly BackgroundRun[]>;
const ALL_RUNS: readonly BackgroundRun[] = Object.values(RUNS).flat();

/** Tasks that a server carries out at the same time, by kind. Imports wait for one another on all servers. */
const SLOTS = { bank: 2, notes: 1, signatures: 2, messages: 2, imports: 1, runs: 2, upkeep: 3 };

/** The task of each kind of run. */
const runTasks = (runs: readonly BackgroundRun[], deps: Deps, log: FastifyBaseLogger): TaskList =>
  Object.fromEntries(
    runs.map((run): [string, Task] => [
      run.name,
      async (payload, { job }) => {
        const records = await run.work(deps, payload, job.attempts >= job.max_attempts, (err) =>
          log.warn({ run: run.name, err }, 'block failed and is carried record by record'),
        );
        if (records > 0) log.info({ run: run.name, records }, 'run carried out');
      },
    ]),
  );

/** Work that follows from the day alone: it waits for a person while the clock is far ahead of the last day worked. */
const dayWork = (deps: Deps, work: () => Promise<unknown>) => async () => {
  if (await worksToday(deps)) await work();
};

/** Every task of the server, by kind of work. */
function workOf(deps: Deps, log: FastifyBaseLogger) {
  const onFailure = (step: string, err: unknown) => log.error({ step, err }, 'step failed');
  const onPortal = (err: unknown) => onFailure('message of a portal', err);
  return inSlots({
    bank: {
      slots: SLOTS.bank,
      tasks: {
        ...runTasks(RUNS.bank, deps, log),
        'bank-link': () => workOnLinks(deps),
        payouts: () => workOnPayouts(deps),
        statements: () => readStatementsOfToday(deps),
        'pix-payments': () => readPayments(deps),
        'boleto-calls': () => followBoletos(deps),
        'boleto-notices': () => readBoletoNotices(deps),
      },
    },
    // Of their own: an outage of the national system, or of the provider of signatures, holds up nothing else.
    notes: { slots: SLOTS.notes, tasks: { notes: () => workOnNotes(deps) } },
    signatures: {
      slots: SLOTS.signatures,
      tasks: {
        'signature-provider': () => workOnProvider(deps),
        'signature-file': (payload) => closeFile(deps, (payload as { envelope: number }).envelope),
      },
    },
    messages: {
      slots: SLOTS.messages,
      tasks: {
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
        messages: async () => {
          await sendMessages(deps);
        },
        announce: dayWork(deps, () => announceAhead(deps)),
        'signature-text': (payload, { job }) =>
          sendText(deps, payload as { signer: number; text: News }, job.attempts >= job.max_attempts),
        'signature-reminders': dayWork(deps, () => remindSigners(deps)),
        leads: () =>
          everyStep({ portals: () => workOnPortals(deps, onPortal), late: () => escalateLeads(deps) }, onFailure),
        alerts: async () => {
          const mails = await sendAlerts(deps);
          if (mails > 0) log.info({ mails }, 'alerts of the site queued');
        },
      },
    },
    imports: { slots: SLOTS.imports, tasks: runTasks(RUNS.imports, deps, log) },
    runs: { slots: SLOTS.runs, tasks: runTasks(RUNS.runs, deps, log) },
    upkeep: {
      slots: SLOTS.upkeep,
      tasks: {
        ...runTasks(RUNS.upkeep, deps, log),
        sweep: () =>
          everyStep(
            {
              ...sweepsOfSessions(deps),
              notices: () => sweepNotices(deps),
              'held changes': () => carryHeldChanges(deps),
              visitors: () => forgetVisitors(deps),
              offers: () => forgetOldOffers(deps),
              applications: () => tidyApplications(deps),
              leads: () => forgetOldLeads(deps),
              portals: () => forgetPortals(deps),
              'notices of signatures': () => forgetNotices(deps),
              bids: () => followBids(deps),
              signatures: () => tidySignatures(deps),
              'signed files': () => resumeClosing(deps),
              unconfirmed: () => forgetUnconfirmed(deps),
              drafts: () => forgetDrafts(deps),
              ...Object.fromEntries(ALL_RUNS.map((run) => [run.name, () => run.sweep(deps)])),
              mail: () => mail.sweepMail(deps),
              'client area': () => sweepClientArea(deps),
            },
            onFailure,
          ),
        totals: () => foldTotals(deps, onFailure),
        'drop-files': (payload) => dropFiles(deps, payload as Parameters<typeof dropFiles>[1]),
        resume: () =>
          everyStep(Object.fromEntries(ALL_RUNS.map((run) => [run.name, () => run.resume(deps)])), onFailure),
        disks: () => warnOfDisks(deps),
        indices: () => fetchIndices(deps),
        'debt-agreements': dayWork(deps, async () => {
          const day = await followAgreements(deps);
          if (day.expired + day.warned + day.broken > 0) log.info(day, 'debt agreements followed');
        }),
        expenses: dayWork(deps, async () => {
          const expenses = await planExpenses(deps);
          if (expenses > 0) log.info({ expenses }, 'repeated expenses planned');
        }),
        dimob: () => checkDimob(deps),
        reform: () => checkReform(deps),
        collection: dayWork(deps, async () => {
          const steps = await doSteps(deps);
          if (steps > 0) log.info({ steps }, 'collection steps done');
        }),
      },
    },
  });
}

/** Background worker; all servers on a database share the queue. */
export async function startJobs(
  deps: Deps,
  pgPool: Pool,
  log: FastifyBaseLogger,
  { crontab = CRONTAB, pollInterval = 5_000 } = {},
): Promise<Jobs> {
  const options: RunnerOptions = {
    pgPool,
    crontab,
    ...workOf(deps, log),
    noHandleSignals: true,
    pollInterval,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') logFailure(log, message, meta);
    }),
  };
  const worker = await startWorker(options, {
    lock: (id) =>
      holdWorkerLock({ db: deps.db, pool: pgPool, worker: id, scheduled: SCHEDULED }, (error) =>
        log.error({ err: error }, 'lock of the worker not held'),
      ),
    onReplaced: (err) => log.warn({ err }, 'worker begins again'),
  });
  async function recover() {
    await worker.addJob('billing', {}, { jobKey: 'billing', maxAttempts: 3 });
    await worker.addJob('resume', {}, { jobKey: 'resume', maxAttempts: 1 });
  }
  try {
    await recover();
    await worker.addJob('indices', {}, { jobKey: 'indices', maxAttempts: 3 });
  } catch (error) {
    // Stopped, since the retry starts another worker.
    await worker.stop();
    throw error;
  }
  const ended = worker.ended.catch((error) => log.error({ err: error }, 'jobs ended'));
  const unsubscribe = foldWhenAsked(deps, worker, log);
  const stop = async () => {
    unsubscribe();
    await worker.stop();
    leaveNational();
  };
  return { stop, ended, recover };
}

const foldTotals = (deps: Deps, onFailure: (step: string, error: unknown) => unknown) =>
  everyStep({ days: () => tidyTotals(deps), lists: () => compactListTotals(deps.db) }, onFailure);

/**
 * Folds the totals as soon as many rows were appended. With the schedule alone, reads would add up the rows of ten
 * minutes. A request while a fold is queued is merged with it; a request while a fold runs queues another one.
 */
function foldWhenAsked({ live }: Pick<Deps, 'live'>, worker: Worker, log: FastifyBaseLogger): () => void {
  const hear = (topic: string) => {
    if (topic !== TOTALS_APPENDED) return;
    worker
      .addJob('totals', {}, { jobKey: 'totals', maxAttempts: 1 })
      .catch((error) => log.error({ err: error }, 'totals not folded'));
  };
  return live?.subscribe(hear) ?? (() => {});
}

/**
 * Logs an error of the worker without its own message where that quotes an error; our serialiser removes personal data.
 */
function logFailure(log: FastifyBaseLogger, message: string, meta: { job?: unknown; error?: unknown } = {}) {
  const { job, error } = meta as { job?: { task_identifier: string; attempts: number }; error?: unknown };
  if (job) log.error({ job: job.task_identifier, attempt: job.attempts, err: error }, 'job failed');
  else log.error({ ...(error !== undefined && { err: error }), worker: message.split(':', 1)[0] }, 'worker failed');
}
