import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { invoices } from '@morada/contract/money/invoices';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { serviceNoteLife } from '@morada/domain/fiscal/service-note';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { closeNational } from '#api/outside/nfse/national.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startNfse } from '#test/nfse-server.ts';
import { beginNotes, feeInvoice } from '#test/notes-desk.ts';
import { workOnNotes } from './issue.service.ts';

const app = await startApp({ today: '2026-11-27' });
const { as, db, deps } = app;
const server = await startNfse();
const CPF = '52998224725';
const city = server.service.cities['3136702'];
afterAll(async () => {
  closeNational();
  await server.close();
  await app.stop();
});
const staff = as('*');
let landlord: { id: number };
beforeAll(async () => {
  await beginNotes(app, server);
  landlord = await app.owner({ cpf_cnpj: CPF });
});
beforeEach(async () => {
  settle();
  await db.deleteFrom('service_note').execute();
});

/** The national system answers as it should. */
function settle() {
  server.recover();
  server.service.unknown.clear();
  if (city) city.term = 90;
}
const away = (on?: RegExp) => server.fail(50, 503, on ? { on } : {});
const refusing = () => server.service.unknown.add(CPF);
const tooLate = () => {
  if (city) city.term = -1;
};

type Subject = { id: number; invoice: number };
type State = StateOf<typeof serviceNoteLife>;

const noteOf = ({ id }: Subject) =>
  db.selectFrom('service_note').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pathOf = ({ id }: Subject) => `/fiscal/notes/${id}`;
const release = (subject: Subject) => staff.put(`${pathOf(subject)}/issue`);
const cancel = (subject: Subject) => staff.delete(pathOf(subject), { reason: '1', text: 'Emitida com valor errado' });
const refund = ({ invoice }: Subject) => staff.delete(`/invoice/${invoice}/refund`);

/** A round of the queue, in which every note that may leave is due. */
async function round() {
  await sql`update service_note set next_try_at = now() where next_try_at is not null`.execute(db);
  await workOnNotes(deps);
}

async function pending(): Promise<Subject> {
  const { invoice } = await feeInvoice(app, landlord);
  const paid = await staff.patch(`/invoice/${invoice}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
  expect(paid.statusCode, paid.body).toBe(200);
  const { id } = await db
    .selectFrom('service_note')
    .select('id')
    .where('invoice_id', '=', invoice)
    .executeTakeFirstOrThrow();
  return { id, invoice };
}
async function due() {
  const subject = await pending();
  await release(subject);
  return subject;
}
async function sending() {
  const subject = await due();
  away();
  await round();
  settle();
  return subject;
}
async function issued() {
  const subject = await due();
  await round();
  return subject;
}
async function canceling() {
  const subject = await issued();
  await cancel(subject);
  return subject;
}

const first = 'the queue sends it first';
lifeCycleMatrix<State, EventOf<typeof serviceNoteLife>, EffectOf<typeof serviceNoteLife>, Subject>({
  fresh: true,
  life: serviceNoteLife,
  put: {
    PENDING: pending,
    SENDING: sending,
    async RECALLING() {
      const subject = await sending();
      await refund(subject);
      return subject;
    },
    ISSUED: issued,
    async REFUSED() {
      refusing();
      const subject = await issued();
      settle();
      return subject;
    },
    CANCELING: canceling,
    async CANCELED() {
      const subject = await canceling();
      await round();
      return subject;
    },
    async EXCEPTION() {
      const subject = await canceling();
      tooLate();
      await round();
      settle();
      return subject;
    },
    async WITHDRAWN() {
      const subject = await pending();
      await cancel(subject);
      return subject;
    },
  },
  doors: {
    send: [
      {
        by: 'job',
        put: { PENDING: due },
        async act() {
          away();
          await round();
        },
      },
    ],
    issue: [
      {
        by: 'job',
        unreachable: { PENDING: first },
        async act() {
          // What follows from it, the cancellation, is another event.
          away(/eventos/);
          await round();
        },
      },
    ],
    deny: [
      {
        by: 'job',
        unreachable: { PENDING: first },
        async act() {
          refusing();
          away(/eventos/);
          await round();
        },
      },
    ],
    undo: [
      {
        ...{ by: 'call', call: invoices.refund, act: refund },
        unreachable: { RECALLING: 'its payment is undone already' },
      },
    ],
    cancel: [{ by: 'call', call: notes.cancel, act: cancel }],
    confirmCancel: [{ by: 'job', unreachable: { PENDING: first, SENDING: first, RECALLING: first }, act: round }],
    denyCancel: [
      {
        by: 'job',
        unreachable: { PENDING: first, SENDING: first, RECALLING: first },
        async act() {
          tooLate();
          await round();
        },
      },
    ],
    noteCanceled: [
      { by: 'call', call: notes.noteCanceled, act: (subject) => staff.put(`${pathOf(subject)}/canceled`) },
    ],
    release: [{ by: 'call', call: notes.release, act: release }],
  },
  state: async (subject) => (await noteOf(subject)).state,
  effects: {
    takeNumber: async (subject) => (await noteOf(subject)).number,
    keepKey: async (subject) => (await noteOf(subject)).key,
    keepRefusals: async (subject) => (await noteOf(subject)).refusals.map(({ code }) => code),
    leave: async ({ id }) =>
      (
        await db
          .selectFrom('trail')
          .select('id')
          .where('record', '=', 'service_note')
          .where('record_id', '=', id)
          .where('action', '=', 'release')
          .execute()
      ).length,
  },
});
