import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import type { BulkRun } from '@morada/contract/desk/bulk';
import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { invoices } from '@morada/contract/money/invoices';
import { terminations } from '@morada/contract/money/terminations';
import { properties } from '@morada/contract/registry/properties';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { serviceNoteLife } from '@morada/domain/fiscal/service-note';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { bulkRuns } from '#api/modules/desk/bulk/runs.service.ts';
import { closeNational } from '#api/outside/nfse/national.ts';
import { beginNotes, feeInvoice, JUIZ_DE_FORA } from '#test/desks/notes-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { form, jpeg } from '#test/pictures.ts';
import { startIntermediary } from '#test/servers/intermediary-server.ts';
import { startNfse } from '#test/servers/nfse-server.ts';
import { workOnNotes } from './issue.service.ts';

const app = await startApp({ today: '2026-11-27' });
const { as, clock, db, deps } = app;
const server = await startNfse();
const focus = await startIntermediary();
const CPF = '52998224725';
const city = server.service.cities['3136702'];
afterAll(async () => {
  closeNational();
  await server.close();
  await focus.close();
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
  clock.today = '2026-11-27';
  await db.updateTable('agency').set({ fee_notes: 'RECEIPT', municipal_registration: '12345' }).execute();
  await db.deleteFrom('note_intermediary').execute();
  await db.deleteFrom('service_note_part').execute();
  await db.deleteFrom('service_note').execute();
});

/** The national system answers as it should. */
function settle() {
  server.recover();
  focus.recover();
  server.service.unknown.clear();
  if (city) city.term = 90;
}
const away = (on?: RegExp) => server.fail(50, 503, on ? { on } : {});
const refusing = () => server.service.unknown.add(CPF);
const tooLate = () => {
  if (city) city.term = -1;
};

type Lease = { id: number; property_id: number; user_id: number };
/** A note with the payment that it is of, or the first two of a month's. */
type Subject = { id: number; invoice: number; lease: Lease };
type State = StateOf<typeof serviceNoteLife>;

const noteOf = ({ id }: Subject) =>
  db.selectFrom('service_note').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pathOf = ({ id }: Subject) => `/fiscal/notes/${id}`;
const release = (subject: Subject) => staff.put(`${pathOf(subject)}/issue`);
const WHY = { reason: '1', text: 'Emitida com valor errado' };
const cancel = (subject: Subject) => staff.delete(pathOf(subject), WHY);
const replace = (subject: Subject) => staff.put(`${pathOf(subject)}/replacement`, { ...WHY, reason: '99' });
const refund = ({ invoice }: Subject) => staff.delete(`/invoice/${invoice}/refund`);
const pay = (invoice: number) => staff.patch(`/invoice/${invoice}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
const ok = async <A extends { statusCode: number; body: string }>(answer: Promise<A>) => {
  const made = await answer;
  expect(made.statusCode, made.body).toBeLessThan(300);
  return made;
};

/** A round of the queue, in which every note that may leave is due. */
async function round() {
  await sql`update service_note set next_try_at = now() where next_try_at is not null`.execute(db);
  await workOnNotes(deps);
}

const latest = () =>
  db.selectFrom('service_note').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

async function pending(): Promise<Subject> {
  const { invoice, lease } = await feeInvoice(app, landlord);
  await ok(pay(invoice));
  return { ...(await latest()), invoice, lease };
}

/** The note of a month with two payments. */
async function ofMonth(): Promise<Subject> {
  await db.updateTable('agency').set({ fee_notes: 'MONTH' }).execute();
  const [one, other] = [await feeInvoice(app, landlord), await feeInvoice(app, landlord)];
  await ok(pay(one.invoice));
  await ok(pay(other.invoice));
  return { ...(await latest()), invoice: one.invoice, lease: one.lease };
}

const then = async (subject: Promise<Subject>, act: (subject: Subject) => Promise<unknown>) => {
  const made = await subject;
  await act(made);
  return made;
};
async function sendLost() {
  away();
  await round();
  settle();
}
async function refuseSent() {
  refusing();
  await round();
  settle();
}
async function refuseCancel() {
  tooLate();
  await round();
  settle();
}

/** Each state of a note, as it is made. */
const statesOf = (make: () => Promise<Subject>): Record<State, () => Promise<Subject>> => {
  const due = () => then(make(), release);
  const sending = () => then(due(), sendLost);
  const issued = () => then(due(), round);
  const canceling = () => then(issued(), cancel);
  return {
    PENDING: make,
    SENDING: sending,
    RECALLING: () => then(sending(), refund),
    ISSUED: issued,
    REPLACING: () => then(issued(), replace),
    REFUSED: () => then(due(), refuseSent),
    CANCELING: canceling,
    CANCELED: () => then(canceling(), round),
    EXCEPTION: () => then(canceling(), refuseCancel),
    WITHDRAWN: () => then(make(), cancel),
  };
};
const alone = statesOf(pending);

/** The note of a city outside the national system. */
async function ofCity(): Promise<Subject> {
  const access = { base_url: focus.url, token: focus.token };
  await ok(staff.put('/fiscal/intermediary', access));
  return pending();
}
const REFUSAL = { codigo: 'E44', mensagem: 'CEP do tomador inválido', correcao: null };
const cityRefuses = () => focus.city.refuses.set(CPF, REFUSAL);
/** The city answers in the round after the order was taken. */
const cities = ((): Record<State, () => Promise<Subject>> => {
  const sending = () => then(then(ofCity(), release), round);
  const issued = () => then(sending(), round);
  const canceling = () => then(issued(), cancel);
  return {
    PENDING: ofCity,
    SENDING: sending,
    RECALLING: () => then(sending(), refund),
    ISSUED: issued,
    REPLACING: () => then(issued(), replace),
    async REFUSED() {
      const made = await sending();
      cityRefuses();
      await round();
      settle();
      return made;
    },
    CANCELING: canceling,
    CANCELED: () => then(canceling(), round),
    async EXCEPTION() {
      const made = await canceling();
      focus.city.tooLate = true;
      await round();
      settle();
      return made;
    },
    WITHDRAWN: () => then(ofCity(), cancel),
  };
})();
/** A note of a city that is to be replaced by one that the city refused. */
async function cityReplacing() {
  const made = await cities.REPLACING();
  cityRefuses();
  await round();
  await round();
  settle();
  return made;
}
const cityKeepsAll = () => focus.fail(50, 'DOWN', /^DELETE/);
const months = statesOf(ofMonth);
const due = () => then(pending(), release);

/** A further payment of the lease: of the same invoice where it was undone, else of its next one. */
async function nextInvoice({ invoice, lease }: Subject): Promise<number> {
  const { status } = await db
    .selectFrom('invoice')
    .select('status')
    .where('id', '=', invoice)
    .executeTakeFirstOrThrow();
  return status === 'PENDING' ? invoice : (await app.invoice({ contract: lease as never, reference: '2026-05' })).id;
}
const TERMS = { charges_off: 0, rent_off: 0, monthly_interest: 0 };
async function agree(subject: Subject) {
  const { id: proposal_id, user_id } = subject.lease;
  await db.updateTable('client').set(JUIZ_DE_FORA).where('id', '=', user_id).execute();
  const invoices = [await nextInvoice(subject)];
  const plan = { proposal_id, invoices, instalments: 2, first_due: '2026-11-30' };
  const made = await ok(staff.post('/debt-agreement', { ...plan, ...TERMS }));
  const paper = form(await jpeg(60, 40), 'termo.jpg');
  paper.append('name', 'Tereza Prado');
  return staff.put(`/debt-agreement/${made.json().id}/acceptance`, paper);
}

/** A batch of one note; one that its preview refuses is not carried out. */
async function inBatch({ id }: Subject) {
  const made = await ok(staff.post('/bulk/note-issue', { ids: [id] }));
  const run = made.json<BulkRun>();
  if (run.states.READY.count === 0) return;
  await ok(staff.post(`/bulk/${run.id}/run`));
  await bulkRuns.carryOut(deps, run.id);
}
const taker = async (subject: Subject) => (await noteOf(subject)).taker_id;

/** What happens around a note in states from which a payment was undone: the same one is settled again. */
const undone = {
  RECALLING: alone.RECALLING,
  CANCELING: () => then(alone.ISSUED(), refund),
  CANCELED: () => then(then(alone.ISSUED(), refund), round),
  EXCEPTION: () => then(then(alone.ISSUED(), refund), refuseCancel),
  WITHDRAWN: () => then(pending(), refund),
};

const first = 'the queue sends it first';
const asked = 'it answers a call that is made of a note to be cancelled';
const replaced = 'no note replaces it';
/** Numbers, and names at a city, that notes have taken. */
const names = new Map<number, number | string>();
lifeCycleMatrix<State, EventOf<typeof serviceNoteLife>, EffectOf<typeof serviceNoteLife>, Subject>({
  fresh: true,
  life: serviceNoteLife,
  put: alone,
  doors: {
    settle: [
      { by: 'call', call: invoices.pay, put: undone, act: async (subject) => pay(await nextInvoice(subject)) },
      {
        by: 'call',
        name: 'another payment',
        call: invoices.pay,
        act: async (subject) => {
          const further = await app.invoice({ contract: subject.lease as never, reference: '2026-06' });
          return pay(further.id);
        },
      },
    ],
    payPartly: [
      {
        ...{ by: 'call', call: invoices.pay, put: undone },
        async act(subject) {
          const answer = await staff.patch(`/invoice/${await nextInvoice(subject)}/down`, {
            ...{ paid_amount: 400, fine: 0, interest: 0, rest: { fate: 'OPEN_BALANCE', due_date: '2026-12-20' } },
          });
          // The fee of what was received: 10 % of 400,00.
          const { amount } = await db
            .selectFrom('service_note')
            .select('amount')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          expect(amount).toBe(4_000);
          return answer;
        },
      },
    ],
    agree: [
      {
        ...{ by: 'call', call: debtAgreements.accept, put: undone },
        act: agree,
      },
    ],
    endLease: [
      {
        ...{ by: 'call', call: terminations.close },
        act: ({ lease }) => staff.patch(`/proposal/${lease.id}/close`),
      },
    ],
    giveBack: [
      {
        ...{ by: 'call', call: terminations.apply },
        async act(subject) {
          const before = (await noteOf(subject)).state;
          const terms = { rent_by_days: true, penalty: 0, waiver: { reason: 'AGREEMENT' } };
          const answer = await staff.put(`/proposal/${subject.lease.id}/termination`, {
            ...{ left_on: '2026-02-14', ...terms },
          });
          expect((await staff.get(pathOf(subject))).json().given_back).toBe(before === 'ISSUED');
          return answer;
        },
      },
    ],
    changeOwner: [
      {
        ...{ by: 'call', call: properties.addOwner },
        async act(subject) {
          const { property_id } = subject.lease;
          const before = await taker(subject);
          const buyer = await app.owner();
          const answer = await staff.put(`/property/${property_id}/member/OWNER/${buyer.id}`, {});
          await ok(staff.delete(`/property/${property_id}/member/${landlord.id}`));
          expect(await taker(subject)).toBe(before);
          return answer;
        },
      },
    ],
    expire: [
      {
        by: 'job',
        put: { PENDING: due },
        async act() {
          clock.today = '2050-01-10';
          await round();
        },
      },
    ],
    send: [
      {
        ...{ by: 'job', name: 'to a city', put: { ...cities, PENDING: () => then(ofCity(), release) } },
        async act() {
          // Whatever was sent has no answer yet.
          focus.fail(50, 'DOWN');
          await round();
        },
      },
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
        ...{ by: 'job', name: 'by a city', put: { ...cities, REPLACING: cityReplacing } },
        unreachable: { PENDING: first },
        async act() {
          cityKeepsAll();
          await round();
        },
      },
      {
        by: 'job',
        // What leaves is the note that replaces it: here it was refused.
        put: { REPLACING: () => then(alone.REPLACING(), refuseSent) },
        unreachable: { PENDING: first },
        async act() {
          // What follows from it, the cancellation or the replacement, is another event.
          away(/eventos/);
          await round();
        },
      },
    ],
    deny: [
      {
        ...{ by: 'job', name: 'by a city', put: { ...cities, REPLACING: cityReplacing } },
        unreachable: { PENDING: first },
        async act() {
          cityRefuses();
          cityKeepsAll();
          await round();
        },
      },
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
    undoPart: [
      {
        ...{ by: 'call', call: invoices.refund, put: months, act: refund },
        unreachable: { RECALLING: 'each of its payments is undone already' },
      },
    ],
    cancel: [{ by: 'call', call: notes.cancel, act: cancel }],
    confirmCancel: [
      {
        ...{ by: 'job', name: 'by a city', put: cities, act: round },
        unreachable: { PENDING: first, SENDING: asked, RECALLING: asked, REPLACING: asked },
      },
      { by: 'job', unreachable: { PENDING: first, SENDING: asked, RECALLING: asked, REPLACING: asked }, act: round },
    ],
    denyCancel: [
      {
        ...{ by: 'job', name: 'by a city', put: cities },
        unreachable: { PENDING: first, SENDING: asked, RECALLING: asked, REPLACING: asked },
        async act() {
          focus.city.tooLate = true;
          await round();
        },
      },
      {
        by: 'job',
        unreachable: { PENDING: first, SENDING: asked, RECALLING: asked, REPLACING: asked },
        async act() {
          tooLate();
          await round();
        },
      },
    ],
    noteCanceled: [
      {
        ...{ by: 'job', name: 'by a city', put: cities },
        unreachable: {
          ...{ PENDING: first, SENDING: first, RECALLING: first, REFUSED: first, WITHDRAWN: first },
          CANCELING: 'its own cancellation is confirmed so',
          CANCELED: 'it is asked for no more',
        },
        async act({ id }) {
          const note = focus.notes.get(`MORADA${id}`);
          if (note) note.status = 'cancelado';
          // The note that is to replace another would be issued in the same round.
          cityRefuses();
          await sql`update service_note set issued_at = now() - interval '2 days'`.execute(db);
          await round();
        },
      },
      { by: 'call', call: notes.noteCanceled, act: (subject) => staff.put(`${pathOf(subject)}/canceled`) },
      {
        by: 'job',
        name: 'its event is read',
        unreachable: {
          ...{ PENDING: first, SENDING: first, RECALLING: first, REFUSED: first, WITHDRAWN: first },
          CANCELING: 'its own cancellation is confirmed so',
          CANCELED: 'it is asked for no more',
        },
        async act(subject) {
          // The note that is to replace another would be issued in the same round.
          refusing();
          server.cancelElsewhere((await noteOf(subject)).key ?? '');
          await sql`update service_note set issued_at = now() - interval '2 days'`.execute(db);
          await round();
        },
      },
    ],
    replace: [{ by: 'call', call: notes.replace, act: replace }],
    confirmReplace: [
      {
        // A city knows no replacement: the old note is cancelled once the new one is issued.
        ...{ by: 'job', name: 'by a city' },
        put: {
          ...cities,
          CANCELED: () => then(cities.REPLACING(), (subject) => ok(staff.put(`${pathOf(subject)}/canceled`))),
        },
        unreachable: {
          ...{ PENDING: replaced, SENDING: replaced, RECALLING: replaced, ISSUED: replaced, REFUSED: replaced },
          ...{ EXCEPTION: replaced, WITHDRAWN: replaced },
          CANCELING: 'while the other is under way it waits for it',
        },
        async act() {
          await round();
          await round();
          await round();
        },
      },
      {
        by: 'job',
        unreachable: {
          ...{ PENDING: replaced, SENDING: replaced, RECALLING: replaced, ISSUED: replaced, REFUSED: replaced },
          ...{ EXCEPTION: replaced, WITHDRAWN: replaced },
          CANCELING: 'while the other is under way it waits for it',
        },
        put: {
          CANCELED: () => then(alone.REPLACING(), (subject) => ok(staff.put(`${pathOf(subject)}/canceled`))),
        },
        async act() {
          away(/eventos/);
          await round();
        },
      },
    ],
    keep: [
      {
        ...{ by: 'call', call: notes.cancel },
        unreachable: {
          ...{ PENDING: replaced, SENDING: replaced, RECALLING: replaced, ISSUED: replaced, REFUSED: replaced },
          ...{ EXCEPTION: replaced, WITHDRAWN: replaced },
          CANCELING: 'the undoing of its payment withdraws the other too',
          CANCELED: 'the other one stands alone',
        },
        act: async () => cancel((await latest()) as Subject),
      },
    ],
    release: [
      { by: 'call', call: notes.release, act: release },
      { by: 'bulk', action: 'note-issue', act: inBatch },
    ],
    redo: [{ by: 'call', call: notes.redo, act: (subject) => staff.put(`${pathOf(subject)}/again`) }],
  },
  state: async (subject) => (await noteOf(subject)).state,
  effects: {
    // A city numbers its notes itself, and knows them by a name of ours, which a withdrawn note forgets.
    async takeNumber(subject) {
      const { number, facts } = await noteOf(subject);
      const name = number ?? facts?.reference;
      if (name) names.set(subject.id, name);
      return names.get(subject.id) ?? null;
    },
    async keepKey(subject) {
      const { key, city_number } = await noteOf(subject);
      return key ?? city_number;
    },
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
    shrink: async ({ id }) =>
      (
        await db
          .selectFrom('service_note_part')
          .select('transfer_id')
          .where('note_id', '=', id)
          .where('dropped', '=', true)
          .execute()
      ).length,
    another: async () => (await db.selectFrom('service_note').select('id').execute()).length,
    // The certificate's end, in words.
    wait: async (subject) => /venceu/.test((await noteOf(subject)).problem ?? ''),
  },
});
