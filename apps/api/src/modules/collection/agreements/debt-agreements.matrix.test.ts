import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { invoices } from '@morada/contract/money/invoices';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { debtAgreementLife } from '@morada/domain/debt-agreement/debt-agreement';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived } from '#test/arrived-payments.ts';
import { clientDesk, clientSession } from '#test/client-desk.ts';
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
// The job follows every agreement: those of the cell before are over.
beforeEach(async () => {
  clock.today = TODAY;
  await db.updateTable('debt_agreement').set({ held_until: '2030-01-01', valid_until: '2030-01-01' }).execute();
});
afterEach(async () => {
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
