import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { invoices } from '@morada/contract/money/invoices';
import { terminations } from '@morada/contract/money/terminations';
import { transfers } from '@morada/contract/money/transfers';
import type { Reference } from '@morada/domain/base/calendar';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import type { RestFate } from '@morada/domain/rent/rest-fate';
import { type RestState, restLife, restStateOf } from '@morada/domain/rent/rest-life';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived, givenBack } from '#test/bank/arrived-payments.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { billDay } from './billing.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, ctx, contract, invoice } = app;
const staff = as('*');
afterAll(app.stop);
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type Subject = { id: number; lease: number };
/** No record: the call meets none. */
const NONE = 999_999;

/** An invoice of 1.500,00, due today, of which 100,00 are missing, or 100,00 too much came. */
const received = { OPEN_BALANCE: 1400, NEXT_INVOICE: 1400, WAIVED: 1400, CREDIT: 1600, RETURN: 1600 };
const restOf = (fate: RestFate) => ({ fate, ...(fate === 'WAIVED' && { reason: 'Combinado com o dono' }) });

async function byHand(fate: RestFate): Promise<Subject> {
  const lease = await contract();
  const { id } = await invoice({ contract: lease });
  const paid_amount = received[fate];
  const answer = await staff.patch(`/invoice/${id}/down`, { paid_amount, fine: 0, interest: 0, rest: restOf(fate) });
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, lease: lease.id };
}
/** By a Pix that a bank reports; a person decides on the difference. */
async function byPix(fate: RestFate): Promise<Subject> {
  const lease = await contract();
  const { id } = await invoice({ contract: lease });
  const [line] = await arrived(app, { invoice: id, amount: received[fate] * 100, paid_on: TODAY });
  const answer = await staff.post(`/boleto/down/open/${line}/settle`, { invoice_id: id, rest: restOf(fate) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return { id, lease: lease.id };
}

const rowOf = (id: number) =>
  db.selectFrom('invoice').select(['status', 'rest_fate']).where('id', '=', id).executeTakeFirstOrThrow();
const balanceOf = ({ id }: Subject) =>
  db
    .selectFrom('invoice')
    .select(['id', 'status'])
    .where('balance_of', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
const returnOf = ({ id }: Subject) =>
  db
    .selectFrom('transfer')
    .select(['id', 'status'])
    .where('invoice_id', '=', id)
    .where('purpose', '=', 'REFUND')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
const balanceId = async (subject: Subject) => (await balanceOf(subject))?.id ?? NONE;
const returnId = async (subject: Subject) => (await returnOf(subject))?.id ?? NONE;

const refund = ({ id }: Subject) => staff.delete(`/invoice/${id}/refund`);
const payRest = async (subject: Subject) =>
  staff.patch(`/invoice/${await balanceId(subject)}/down`, { paid_amount: 100, fine: 0, interest: 0 });
const payBack = async (subject: Subject) => staff.patch(`/transfer/${await returnId(subject)}`, { status: 'DONE' });
const billed =
  (reference: Reference) =>
  ({ lease }: Subject) =>
    staff.post('/financial/invoice', { proposal_id: lease, reference });
const bill = billed('2026-04');
const offer = async (subject: Subject) =>
  staff.post('/debt-agreement', {
    ...{ proposal_id: subject.lease, invoices: [await balanceId(subject)], instalments: 2, first_due: '2026-03-12' },
    ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
  });
async function agree(subject: Subject) {
  const made = await offer(subject);
  if (made.statusCode >= 300) return made;
  await acceptOnline(ctx, made.json().id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
  return undefined;
}
const close = ({ lease }: Subject) => staff.patch(`/proposal/${lease}/close`);
const makeSheet = ({ lease }: Subject) => staff.put(`/proposal/${lease}/termination`, { left_on: TODAY, penalty: 0 });

const without = (word: string, ...states: RestState[]) => Object.fromEntries(states.map((state) => [state, word]));
const NO_BALANCE = without('it has no balance', 'CARRIED', 'CREDIT', 'TAKEN', 'WAIVED', 'RETURN', 'RETURNED', 'GONE');
const NO_RETURN = without(
  'nothing is to be returned',
  ...(['BALANCE', 'BALANCE_PAID', 'AGREED', 'IN_SHEET', 'CARRIED', 'CREDIT', 'TAKEN', 'WAIVED', 'GONE'] as const),
);

type Act = (subject: Subject) => Promise<{ statusCode: number; body: string } | undefined>;
const putBy = (settle: (fate: RestFate) => Promise<Subject>) => {
  const after =
    (fate: RestFate, ...acts: Act[]) =>
    async () => {
      const subject = await settle(fate);
      for (const act of acts) {
        const answer = await act(subject);
        if (answer) expect(answer.statusCode, answer.body).toBeLessThan(300);
      }
      return subject;
    };
  return {
    BALANCE: after('OPEN_BALANCE'),
    BALANCE_PAID: after('OPEN_BALANCE', payRest),
    AGREED: after('OPEN_BALANCE', agree),
    IN_SHEET: after('OPEN_BALANCE', makeSheet),
    CARRIED: after('NEXT_INVOICE'),
    CREDIT: after('CREDIT'),
    TAKEN: after('NEXT_INVOICE', bill),
    WAIVED: after('WAIVED'),
    RETURN: after('RETURN'),
    RETURNED: after('RETURN', payBack),
    GONE: after('OPEN_BALANCE', refund),
  } satisfies Record<RestState, () => Promise<Subject>>;
};

lifeCycleMatrix<RestState, EventOf<typeof restLife>, EffectOf<typeof restLife>, Subject>({
  life: restLife,
  put: putBy(byHand),
  doors: {
    refund: [
      { by: 'call', call: invoices.refund, act: refund },
      {
        ...{ by: 'notice', name: 'Pix given back', put: putBy(byPix) },
        async act({ id }) {
          await givenBack(app, id);
        },
      },
    ],
    bill: [
      { by: 'call', call: invoices.anticipate, act: billed('2026-05') },
      {
        by: 'job',
        act: () => billDay({ ...ctx, today: () => '2026-04-05' }),
        unreachable: { IN_SHEET: 'the contract has ended' },
      },
    ],
    payRest: [
      { by: 'call', call: invoices.pay, act: payRest, unreachable: NO_BALANCE },
      {
        ...{ by: 'notice', name: 'Pix' },
        act: async (subject) =>
          void (await arrived(app, { invoice: await balanceId(subject), amount: 10_000, paid_on: TODAY })),
        unreachable: NO_BALANCE,
      },
    ],
    reopenRest: [
      {
        ...{ by: 'call', call: invoices.refund },
        act: async (subject) => staff.delete(`/invoice/${await balanceId(subject)}/refund`),
        unreachable: NO_BALANCE,
      },
    ],
    payBack: [{ by: 'call', call: transfers.update, act: payBack, unreachable: NO_RETURN }],
    takeBack: [
      {
        ...{ by: 'call', call: transfers.refund },
        act: async (subject) => staff.delete(`/transfer/${await returnId(subject)}/refund`),
        unreachable: NO_RETURN,
      },
    ],
    agree: [{ by: 'call', call: debtAgreements.create, act: agree, unreachable: NO_BALANCE }],
    endLease: [{ by: 'call', call: terminations.close, act: close }],
    makeSheet: [{ by: 'call', call: terminations.apply, act: makeSheet }],
  },
  async state(subject) {
    const { status, rest_fate: fate } = await rowOf(subject.id);
    if (status !== 'PAID' || fate === null) return 'GONE';
    const carried = await db
      .selectFrom('extra_value')
      .select(['invoice_id', 'transfer_id'])
      .where('settled_by', '=', subject.id)
      .where('deleted_at', 'is', null)
      .execute();
    return restStateOf({
      fate,
      balance: (await balanceOf(subject))?.status ?? null,
      taken: carried.some(({ invoice_id, transfer_id }) => invoice_id !== null || transfer_id !== null),
      returned: (await returnOf(subject))?.status === 'DONE',
    });
  },
  effects: { reopen: async ({ id }) => (await rowOf(id)).status },
  untouched: async () => (await sql`select count(*) from ledger_entry`.execute(db)).rows,
});
