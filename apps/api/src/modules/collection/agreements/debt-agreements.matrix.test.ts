import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { invoices } from '@morada/contract/money/invoices';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { debtAgreementLife } from '@morada/domain/debt-agreement/debt-agreement';
import { type InstalmentState, instalmentLife, instalmentStateOf } from '@morada/domain/debt-agreement/instalment-life';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived, givenBack } from '#test/bank/arrived-payments.ts';
import { clientDesk, clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { form, jpeg } from '#test/pictures.ts';
import { queueMessages } from '../messages/messages.service.ts';
import { followAgreements } from './daily.service.ts';

const TODAY = '2026-03-16';
const app = await startApp({ today: TODAY });
const { as, db, client, clock, contract, invoice } = app;
const staff = as('*');
const desk = clientDesk(app.app);
const PAPER = await jpeg();
afterAll(app.stop);
beforeEach(() => {
  clock.today = TODAY;
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type Subject = { id: number; tenant: number; lease: number };
type State = StateOf<typeof debtAgreementLife>;

/** An offer over an invoice of 1.500,00 that is six days late: two instalments, the first one due in two days. */
async function offered(): Promise<Subject> {
  const lease = await contract({ user_id: (await client()).id });
  const bill = await invoice({ contract: lease, reference: '2026-03' });
  const terms = {
    instalments: 2,
    first_due: addDays(clock.today, 2),
    charges_off: 0,
    rent_off: 0,
    monthly_interest: 0,
  };
  const made = await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [bill.id], ...terms });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json();
  const message = { kind: 'AGREEMENT' as const, client: lease.user_id, about: id, subject: 'Acordo', text: 'Aceite' };
  await db.transaction().execute((trx) => queueMessages(trx, [{ key: `agreement:${id}:offer`, ...message }]));
  return { id, tenant: lease.user_id, lease: lease.id };
}

function onPaper({ id }: Subject) {
  const signed = form(PAPER, 'termo.jpg');
  signed.append('name', 'Ana Prado');
  return staff.put(`/debt-agreement/${id}/acceptance`, signed);
}
const cancel = ({ id }: Subject) => staff.delete(`/debt-agreement/${id}`, { reason: 'A pedido' });
const instalments = ({ id }: Subject) =>
  db
    .selectFrom('invoice')
    .select(['id', 'amount', 'status'])
    .where('debt_agreement_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('instalment')
    .execute();

async function accepted() {
  const subject = await offered();
  const answer = await onPaper(subject);
  expect(answer.statusCode, answer.body).toBe(200);
  return subject;
}

async function pay(subject: Subject, most = 2) {
  for (const { id, amount } of (await instalments(subject)).slice(0, most))
    await staff.patch(`/invoice/${id}/down`, { paid_amount: amount / 100, fine: 0, interest: 0 });
}
const refundFirst = async (subject: Subject) => {
  const [first] = await instalments(subject);
  if (first) await staff.delete(`/invoice/${first.id}/refund`);
};

/** The job of a day. */
async function job(day: CalendarDate) {
  clock.today = day;
  await followAgreements(app.deps);
}
const LATE = addDays(TODAY, 60);

/** The state that `act` leads to, of an agreement of which one instalment was paid before, or none. */
const after =
  (act: (subject: Subject) => Promise<unknown>, paid = 0) =>
  async () => {
    const subject = await accepted();
    await pay(subject, paid);
    await act(subject);
    return subject;
  };
const broken = () => job(LATE);

/** How often the trail of the contract's own invoices has the action. */
const inTrail = async ({ lease }: Subject, action: string) =>
  (
    await sql<{ times: number }>`select count(*) as times from trail a join invoice i on i.id = a.record_id
      where a.record = 'invoice' and a.action = ${action} and i.proposal_id = ${lease} and i.debt_agreement_id is null`.execute(
      db,
    )
  ).rows[0]?.times;

describe('an agreement', () => {
  lifeCycleMatrix<State, EventOf<typeof debtAgreementLife>, EffectOf<typeof debtAgreementLife>, Subject>({
    life: debtAgreementLife,
    put: {
      OFFERED: offered,
      ACCEPTED: accepted,
      KEPT: after((subject) => pay(subject)),
      BROKEN: after(broken),
      CANCELLED: after(cancel),
      async EXPIRED() {
        const subject = await offered();
        await job(addDays(TODAY, 3));
        return subject;
      },
    },
    doors: {
      accept: [
        { by: 'call', name: 'paper', call: debtAgreements.accept, act: onPaper },
        {
          by: 'client area',
          async act({ id, tenant }) {
            const own = desk.browser(`cliente=${await clientSession(app, tenant)}`);
            await own.post(`/cliente/acordos/${id}`, { name: 'Ana Prado', version: '1' });
          },
        },
      ],
      cancel: [{ by: 'call', call: debtAgreements.cancel, act: cancel }],
      expire: [
        {
          by: 'job',
          // The first instalment has days of grace.
          act: () => job(addDays(TODAY, 3)),
          unreachable: { BROKEN: 'later than any offer', EXPIRED: 'expired' },
        },
      ],
      keep: [
        {
          by: 'call',
          call: invoices.pay,
          async act(subject) {
            await pay(subject);
          },
        },
        {
          by: 'notice',
          name: 'Pix of a bank',
          async act(subject) {
            const open = (await instalments(subject)).filter(({ status }) => status === 'PENDING');
            for (const { id, amount } of open) await arrived(app, { invoice: id, amount, paid_on: clock.today });
          },
        },
      ],
      break: [
        {
          by: 'job',
          act: () => job(LATE),
          unreachable: { OFFERED: 'an offer expires before' },
        },
      ],
      reopen: [
        {
          by: 'call',
          call: invoices.refund,
          act: refundFirst,
          // Of an undone agreement a paid instalment stays paid: its debt came back without it.
          put: { BROKEN: after(broken, 1), CANCELLED: after(cancel, 1) },
        },
      ],
      reinstate: [
        {
          by: 'call',
          call: debtAgreements.reinstate,
          act: ({ id }) => staff.put(`/debt-agreement/${id}/reinstatement`, { until: addDays(clock.today, 5) }),
        },
      ],
    },
    state: async ({ id }) =>
      (await db.selectFrom('debt_agreement').select('state').where('id', '=', id).executeTakeFirstOrThrow())
        .state as State,
    effects: {
      replaceDebt: (subject) => inTrail(subject, 'replace'),
      returnDebt: (subject) => inTrail(subject, 'restore'),
      callOffOffer: async ({ id }) =>
        db.selectFrom('message').select(['state', 'reason']).where('key', '=', `agreement:${id}:offer`).execute(),
    },
  });
});

describe('an instalment', () => {
  /** The second of two; `also`: the first is paid, so that this one is the last. */
  type One = Subject & { instalment: number };
  const second = async (subject: Subject): Promise<One> => ({
    ...subject,
    instalment: (await instalments(subject))[1]?.id ?? 0,
  });
  const settle =
    (rest?: { fate: 'OPEN_BALANCE' | 'NEXT_INVOICE' | 'WAIVED' }) =>
    async ({ instalment: id }: One) => {
      const { amount } = await db.selectFrom('invoice').select('amount').where('id', '=', id).executeTakeFirstOrThrow();
      const paid_amount = amount / 100 - (rest ? 100 : 0);
      return staff.patch(`/invoice/${id}/down`, {
        ...{ paid_amount, fine: 0, interest: 0 },
        ...(rest && { rest: { ...rest, ...(rest.fate === 'WAIVED' && { reason: 'Combinado' }) } }),
      });
    };
  const byPix = async ({ instalment: id }: One) => {
    const { amount } = await db.selectFrom('invoice').select('amount').where('id', '=', id).executeTakeFirstOrThrow();
    await arrived(app, { invoice: id, amount, paid_on: clock.today });
  };
  const firstPaid = async () => {
    const subject = await accepted();
    await pay(subject, 1);
    return second(subject);
  };
  const then =
    (...acts: ((one: One) => Promise<unknown>)[]) =>
    async () => {
      const one = await second(await accepted());
      for (const act of acts) await act(one);
      return one;
    };
  /** The payment is said to be of no invoice. */
  const ignoreWaiting = async ({ instalment }: One) => {
    const lines = await db.selectFrom('bank_line').select('id').where('invoice_id', '=', instalment).execute();
    for (const { id } of lines) await staff.post(`/boleto/down/open/${id}/ignore`, { reason: 'De outra pessoa' });
  };
  const refund = ({ instalment }: One) => staff.delete(`/invoice/${instalment}/refund`);
  const payFirst = (one: One) => pay(one, 1);
  const partly = settle({ fate: 'OPEN_BALANCE' });

  lifeCycleMatrix<InstalmentState, EventOf<typeof instalmentLife>, EffectOf<typeof instalmentLife>, One>({
    life: instalmentLife,
    put: {
      OPEN: then(),
      PART_PAID: then(partly),
      PAID: then(settle()),
      KEPT: then(payFirst, settle()),
      UNDONE: then(cancel),
      CREDITED: then(settle(), cancel),
    },
    doors: {
      pay: [
        { by: 'call', call: invoices.pay, act: settle() },
        { by: 'notice', name: 'Pix', act: byPix },
      ],
      payLast: [
        { by: 'call', call: invoices.pay, act: settle(), put: { OPEN: firstPaid } },
        { by: 'notice', name: 'Pix', act: byPix, put: { OPEN: firstPaid } },
      ],
      payPartly: [{ by: 'call', call: invoices.pay, act: partly }],
      carry: [{ by: 'call', call: invoices.pay, act: settle({ fate: 'NEXT_INVOICE' }) }],
      waive: [{ by: 'call', call: invoices.pay, act: settle({ fate: 'WAIVED' }) }],
      refund: [
        { by: 'call', call: invoices.refund, act: refund },
        {
          ...{ by: 'notice', name: 'Pix given back', act: ({ instalment }) => givenBack(app, instalment) },
          put: {
            ...{
              OPEN: then(byPix, refund),
              PAID: then(byPix),
              KEPT: then(payFirst, byPix),
              CREDITED: then(byPix, cancel),
            },
            UNDONE: then(byPix, refund, ignoreWaiting, cancel),
          },
          unreachable: { PART_PAID: 'as with a rest of any invoice: rests.matrix.test.ts' },
        },
      ],
      remove: [
        {
          ...{ by: 'call', call: invoices.remove },
          act: ({ instalment }) => staff.delete(`/financial/invoice/${instalment}/delete`),
        },
      ],
      breakAgreement: [{ by: 'job', act: broken }],
      cancelAgreement: [{ by: 'call', call: debtAgreements.cancel, act: cancel }],
      reinstate: [
        {
          ...{ by: 'call', call: debtAgreements.reinstate },
          act: ({ id }) => staff.put(`/debt-agreement/${id}/reinstatement`, { until: addDays(clock.today, 5) }),
        },
      ],
    },
    async state({ id, instalment }) {
      const { state } = await db
        .selectFrom('debt_agreement')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const found = await db
        .selectFrom('invoice')
        .select(['status', 'rest_fate'])
        .where('id', '=', instalment)
        .executeTakeFirstOrThrow();
      return instalmentStateOf(found, { state });
    },
    effects: {
      payOwners: ({ instalment }) =>
        db
          .selectFrom('transfer')
          .select('id')
          .where('invoice_id', '=', instalment)
          .where('deleted_at', 'is', null)
          .execute(),
      keepAgreement: async ({ id }) =>
        (await db.selectFrom('debt_agreement').select('state').where('id', '=', id).executeTakeFirst())?.state ===
        'KEPT',
      returnDebt: ({ lease }) =>
        db
          .selectFrom('invoice')
          .select(['id', 'status'])
          .where('proposal_id', '=', lease)
          .where('debt_agreement_id', 'is', null)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute(),
    },
    untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
  });
});
