import { reconciliation } from '@morada/contract/bank/reconciliation';
import { movementLife } from '@morada/domain/bank/reconciliation/movement-life';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { ofx } from '#test/bank/bank-papers.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { form } from '#test/pictures.ts';
import { STATEMENT_ACCOUNTS, startStatementServer } from '#test/servers/bank/statement-server.ts';
import { readStatementsOfToday } from './feeds.service.ts';

const DAY = '2026-03-09' as CalendarDate;
const BEFORE = '2026-03-07' as CalendarDate;
const { as, db, deps, clock, stop } = await startApp({ today: '2026-03-10' });
const staff = as('RECONCILIATION_VIEW', 'RECONCILIATION_EDIT', 'FINANCIAL_MOVIMENTATION_CREATE');
const bank = await startStatementServer('077', { today: () => clock.today });
afterAll(async () => {
  await bank.close();
  await stop();
});

beforeAll(async () => {
  const linked = await as('*').put('/statement-link', {
    ...{ bank: '077', ...STATEMENT_ACCOUNTS['077'], base_url: bank.url, token_url: bank.tokenUrl },
    ...{ client_id: bank.clientId, client_secret: bank.clientSecret, authority: bank.ca },
    ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key },
  });
  expect(linked.statusCode, linked.body).toBe(200);
});
// A statement explains the movements of every account: those of the cell before go.
beforeEach(async () => {
  for (const table of [
    'explanation_entry',
    'bank_movement',
    'movement_explanation',
    'statement_import',
    'statement_account',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update bank_link set read_day = null`.execute(db);
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});

type State = StateOf<typeof movementLife>;
/** `other`: the opposite movement of another account, or any other one. */
type Subject = { movement: number; amount: number; entry: number; other: number; last: number | undefined };

const OTHER = '0057999990';
let fitid = 0;
/** Each movement has an amount of its own, since the entries of earlier cells stay in the ledger. */
let amount = 10_000;

const send = (content: string) =>
  staff.post('/reconciliation/statement?add=1', form(Buffer.from(content), 'extrato.ofx', { type: 'text/plain' }));

/** Money sent on the ninth, and a receipt of another account: the same amount when `opposite`. */
async function read(opposite: boolean): Promise<Subject> {
  amount += 1;
  const line = (of: number) => [{ fitid: `m${++fitid}`, day: DAY, amount: of, memo: 'TRANSFERENCIA' }];
  const [, second] = ofx(line(opposite ? amount : 777), OTHER).split('<BANKMSGSRSV1>');
  const both = ofx(line(-amount), '0057123457').replace('</BANKMSGSRSV1></OFX>', second ?? '');
  expect((await send(both)).statusCode).toBe(200);
  const { rows } = await sql<{ id: number }>`select id from bank_movement order by id`.execute(db);
  return { movement: rows[0]?.id ?? 0, other: rows[1]?.id ?? 0, amount, entry: 0, last: undefined };
}

/** A payment of that amount in the cash book; answers its ledger entry. */
async function paid(on: CalendarDate): Promise<number> {
  const body = { description: 'Conta', type: 'OUTPUT', subtype: 'OTHER', price: amount / 100, date: on };
  const { id } = (await staff.post('/movimentation', body)).json();
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from ledger_entry where movimentation_id = ${id}`.execute(db);
  return rows[0]?.id ?? 0;
}

async function open(): Promise<Subject> {
  return { ...(await read(false)), entry: await paid(BEFORE) };
}
const proposed = () => read(true);
async function alone(): Promise<Subject> {
  const subject = await read(false);
  const entry = await paid(DAY);
  expect((await staff.post('/reconciliation/match')).json()).toEqual({ explained: 1 });
  return { ...subject, entry, last: await explanationOf(subject.movement) };
}

const explanationOf = async (movement: number) =>
  (await db.selectFrom('bank_movement').select('explanation_id').where('id', '=', movement).executeTakeFirstOrThrow())
    .explanation_id ?? undefined;

const post = ({ movement }: Subject, act: string, body: object) =>
  staff.post(`/reconciliation/movement/${movement}/${act}`, body);
const explain = (subject: Subject) =>
  post(subject, 'explain', { kind: 'ENTRY', entries: subject.entry ? [subject.entry] : [] });
const pair = (subject: Subject) =>
  post(subject, 'explain', { kind: 'OWN_TRANSFER', entries: [], other_id: subject.other });
const mark = (subject: Subject) => post(subject, 'mark', { reason: 'Depósito do sócio' });
const undo = ({ last }: Subject) => staff.delete(`/reconciliation/explanation/${last ?? 999_999}`);

/** The state after an act of the person, with the explanation that it made. */
const after = async (put: () => Promise<Subject>, act: (subject: Subject) => Promise<unknown>): Promise<Subject> => {
  const subject = await put();
  await act(subject);
  return { ...subject, last: (await explanationOf(subject.movement)) ?? subject.last };
};

const countOf = async (query: ReturnType<typeof sql<{ many: number }>>) => (await query.execute(db)).rows[0]?.many;

lifeCycleMatrix<State, EventOf<typeof movementLife>, EffectOf<typeof movementLife>, Subject>({
  fresh: true,
  life: movementLife,
  put: {
    OPEN: open,
    PROPOSED: proposed,
    ALONE: alone,
    UNDONE: () => after(alone, undo),
    BY_HAND: () => after(open, explain),
    PAIRED: () => after(proposed, pair),
    MARKED: () => after(open, mark),
  },
  doors: {
    explain: [{ by: 'call', call: reconciliation.explain, act: explain }],
    pair: [{ by: 'call', call: reconciliation.explain, act: pair }],
    record: [
      {
        ...{ by: 'call', call: reconciliation.record },
        act: (subject) => post(subject, 'record', { description: 'Conta', subtype: 'OTHER' }),
      },
    ],
    mark: [{ by: 'call', call: reconciliation.mark, act: mark }],
    match: [{ by: 'call', call: reconciliation.match, act: () => staff.post('/reconciliation/match') }],
    arrive: [
      {
        ...{ by: 'file', name: 'a file with another movement', call: reconciliation.import },
        act: () => send(ofx([{ fitid: 'next', day: DAY, amount: 50, memo: 'RENDIMENTO' }])),
      },
      {
        ...{ by: 'file', name: 'the same movement under another FITID', call: reconciliation.import },
        act: ({ amount: sent }) =>
          send(ofx([{ fitid: `again${++fitid}`, day: DAY, amount: -sent, memo: 'Transferência' }])),
      },
      { by: 'job', act: () => readStatementsOfToday(deps) },
    ],
    undo: [{ by: 'call', call: reconciliation.undo, act: undo }],
  },
  async state({ movement }) {
    const { data } = (await staff.get('/reconciliation/movement?month=2026-03')).json();
    const found = data.find(({ id }: { id: number }) => id === movement);
    const row = await db
      .selectFrom('bank_movement')
      .select('undone')
      .where('id', '=', movement)
      .executeTakeFirstOrThrow();
    if (found.state === 'MARKED') return 'MARKED';
    if (found.explanation?.kind === 'OWN_TRANSFER') return 'PAIRED';
    if (found.explanation) return found.explanation.is_automatic ? 'ALONE' : 'BY_HAND';
    if (row.undone) return 'UNDONE';
    return found.candidates.some(({ kind }: { kind: string }) => kind === 'OWN_TRANSFER') ? 'PROPOSED' : 'OPEN';
  },
  effects: {
    takeEntry: () =>
      countOf(sql`select count(*)::int as many from explanation_entry g join movement_explanation x on x.id = g.explanation_id
        where x.kind <> 'OFF_BANK'`),
    freeEntry: () => countOf(sql`select count(*)::int as many from explanation_entry where not live`),
    takeOther: () => countOf(sql`select count(*)::int as many from movement_explanation where kind = 'OWN_TRANSFER'`),
    freeOther: () =>
      countOf(
        sql`select count(*)::int as many from movement_explanation where kind = 'OWN_TRANSFER' and undone_at is not null`,
      ),
    postEntry: () => countOf(sql`select count(*)::int as many from ledger_entry`),
  },
  untouched: () => countOf(sql`select count(*)::int as many from movement_explanation`),
});
