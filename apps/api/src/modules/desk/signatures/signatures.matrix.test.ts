import { Problem } from '@morada/contract/base/problem';
import { signatures } from '@morada/contract/desk/signatures';
import { parties } from '@morada/contract/lease/parties';
import { proposals } from '@morada/contract/lease/proposals';
import { readjustments } from '@morada/contract/lease/readjustments';
import { terminations } from '@morada/contract/money/terminations';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { envelopeLife } from '@morada/domain/signature/envelope';
import { afterAll, describe } from 'vitest';
import { systemContext } from '#api/context.ts';
import { mailing } from '#test/applications.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { LONG } from '#test/long.ts';
import { signaturesOf } from '#test/signing/signatures.ts';
import { tidySignatures } from './daily.service.ts';
import { expireIfPast } from './life.service.ts';

const TODAY = '2026-03-10';
const started = await startApp({ today: TODAY, outside: mailing() });
const { client, clock, contract, db, deps, owner, property, stop } = started;
afterAll(stop);
const made = signaturesOf(started);
const { staff } = made;

/** A paper of a contract, or of the property, that two people sign in turn; the first is no party, so that they may be erased. */
type Subject = { id: number; contract: number; property: number; witness: number; signers: [number, number] };
type State = StateOf<typeof envelopeLife>;

const draft =
  (kind: 'LEASE' | 'MANDATE' = 'LEASE') =>
  async (): Promise<Subject> => {
    const found = kind === 'LEASE' ? await contract() : undefined;
    const property_id = found?.property_id ?? (await property({ type: 'SALE' })).id;
    const witness = await client({ name: 'Tito Paz' });
    const people = [
      { name: 'Tito Paz', role: 'WITNESS', client_id: witness.id, cpf: witness.cpf_cnpj },
      { name: 'Rui Alves', turn: 2 },
    ];
    const about = found
      ? { kind, subject: 'CONTRACT', subject_id: found.id }
      : { kind, subject: 'PROPERTY', subject_id: property_id };
    const made_ = await made.drafted(people, { ...about, in_order: true });
    const [first, second] = made_.people.map(({ id }) => id) as [number, number];
    return {
      id: made_.id,
      contract: found?.id ?? 0,
      property: property_id,
      witness: witness.id,
      signers: [first, second],
    };
  };

const caught = (act: Promise<unknown>) =>
  act.catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return { statusCode: error.status, body: error.message, json: () => ({ code: error.code }) };
  });
const send = ({ id }: Subject) => made.send(id);
const signFirst = ({ signers: [first] }: Subject) => made.sign(first);
const signBoth = async ({ signers: [first, second] }: Subject) => {
  await made.sign(first);
  await made.sign(second);
};
const close = ({ id }: Subject) => made.close(id);
const refuse = ({ signers: [first] }: Subject) => made.refuse(first);
const withdraw = ({ id }: Subject) => staff.post(`/signature/${id}/withdraw`, { reason: 'Vamos mudar a multa' });
const pass = async (work: () => Promise<unknown>) => {
  clock.today = '2026-05-01';
  await work();
  clock.today = TODAY;
};
const expire = () => pass(() => tidySignatures(deps));
const put =
  (making: () => Promise<Subject>, ...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await making();
    for (const act of acts) await act(subject);
    return subject;
  };
/** Puts an envelope into each state. */
const states = (making: () => Promise<Subject>): Record<State, () => Promise<Subject>> => ({
  DRAFT: put(making),
  OUT: put(making, send),
  SEALING: put(making, send, signBoth),
  SIGNED: put(making, send, signBoth, close),
  REFUSED: put(making, send, refuse),
  EXPIRED: put(making, send, expire),
  WITHDRAWN: put(making, send, withdraw),
  REMOVED: put(making, ({ id }) => staff.delete(`/signature/${id}`)),
});
const ofProperty = states(draft('MANDATE'));
const GONE = { REMOVED: 'its row is gone, so nothing hears of the record' };
/** Nobody but the last has yet to sign. */
const beforeLast = put(draft(), send, signFirst);

const update =
  (changes: object) =>
  async ({ contract: id }: Subject) =>
    staff.patch(`/proposal/${id}`, changes);
const addParty = async ({ contract: id }: Subject) =>
  staff.put(`/proposal/${id}/party`, { client_id: (await client()).id, role: 'GUARANTOR' });

const mailsOf = async (id: number, like: string) =>
  (
    await db
      .selectFrom('outgoing_mail')
      .select('id')
      .where('cause', '=', `signature:${id}`)
      .where('subject', 'like', like)
      .execute()
  ).length;
const row = (id: number) => db.selectFrom('signature_envelope').selectAll().where('id', '=', id).executeTakeFirst();
const askedAt = async (signer: number) =>
  (await db.selectFrom('signature_signer').select('asked_at').where('id', '=', signer).executeTakeFirst())?.asked_at ??
  null;

describe('a paper to be signed', LONG, () => {
  lifeCycleMatrix<State, EventOf<typeof envelopeLife>, EffectOf<typeof envelopeLife>, Subject>({
    life: envelopeLife,
    put: states(draft()),
    doors: {
      edit: [{ by: 'call', call: signatures.update, act: ({ id }) => made.update(id, { title: 'Outro título' }) }],
      send: [{ by: 'call', call: signatures.send, act: send }],
      // The pages of the room, and what a provider tells, come through this one door.
      sign: [
        {
          by: 'client area',
          act: ({ signers: [first] }) => caught(made.sign(first)),
          unreachable: { REMOVED: 'who signs is gone with it: the door finds nobody' },
        },
      ],
      signLast: [
        {
          by: 'client area',
          act: ({ signers: [, second] }) => caught(made.sign(second)),
          put: { OUT: beforeLast },
          unreachable: { REMOVED: 'who signs is gone with it: the door finds nobody' },
        },
      ],
      refuse: [
        {
          by: 'client area',
          act: ({ signers: [, second] }) => caught(made.refuse(second)),
          put: { OUT: beforeLast },
          unreachable: { REMOVED: 'who signs is gone with it: the door finds nobody' },
        },
      ],
      expire: [
        { by: 'job', act: expire },
        {
          by: 'client area',
          name: 'the door',
          act: ({ id }) => pass(() => caught(expireIfPast(systemContext(deps), id))),
        },
      ],
      withdraw: [{ by: 'call', call: signatures.withdraw, act: withdraw }],
      sealed: [{ by: 'job', act: close }],
      remove: [{ by: 'call', call: signatures.remove, act: ({ id }) => staff.delete(`/signature/${id}`) }],
      termsChanged: [{ by: 'call', call: proposals.update, act: update({ penalty_rents: 4 }), unreachable: GONE }],
      readjusted: [
        {
          by: 'call',
          call: proposals.update,
          name: 'readjustment',
          act: update({
            current_price: 1_600,
            next_readjustment: '2027-03-01',
            readjustment: { index: null, percent: 6.67 },
          }),
          unreachable: GONE,
        },
        {
          by: 'call',
          call: readjustments.apply,
          name: 'batch',
          weaker: 'a batch has the permission of readjustments',
          act: async ({ contract: id }) => {
            await db.updateTable('proposal').set({ next_readjustment: '2026-03-01' }).where('id', '=', id).execute();
            const one = { proposal_id: id, index: null, percent: 5, current_price: 1_500 };
            return staff.post('/readjustment', { month: '2026-03', contracts: [one] });
          },
          unreachable: GONE,
        },
      ],
      partyChanged: [
        {
          by: 'call',
          call: properties.addOwner,
          name: 'another owner',
          act: async ({ property: id }) => staff.put(`/property/${id}/member/OWNER/${(await owner()).id}`),
          unreachable: GONE,
        },
        {
          by: 'call',
          call: parties.add,
          act: addParty,
          weaker: 'who stands in a contract is for who changes contracts',
          unreachable: GONE,
        },
      ],
      subjectEnded: [
        {
          by: 'call',
          call: terminations.close,
          act: ({ contract: id }) => staff.patch(`/proposal/${id}/close`, {}),
          unreachable: GONE,
        },
        {
          by: 'call',
          call: proposals.remove,
          name: 'deleted',
          weaker: 'a contract that was a mistake is deleted by who may delete contracts',
          act: ({ contract: id }) => staff.delete(`/proposal/${id}`),
          unreachable: GONE,
        },
        {
          by: 'call',
          call: properties.update,
          name: 'sold',
          weaker: 'a property is marked as sold by who edits properties',
          put: ofProperty,
          act: ({ property: id }) => staff.patch(`/property/${id}`, { status: 'SOLD' }),
          unreachable: GONE,
        },
      ],
      personErased: [
        {
          by: 'call',
          call: clients.anonymise,
          act: ({ witness }) => staff.patch(`/user/${witness}/anonymise`),
          unreachable: GONE,
        },
      ],
    },
    state: async ({ id }) => (await row(id))?.state ?? 'REMOVED',
    effects: {
      askFirst: ({ signers: [first] }) => askedAt(first),
      askNext: ({ signers: [, second] }) => askedAt(second),
      seal: async ({ id }) =>
        (await started.pool.query('select from graphile_worker.jobs where key = $1', [`signature-file:${id}`]))
          .rowCount,
      tell: ({ id }) => mailsOf(id, 'Documento cancelado%'),
      tellSigned: ({ id }) => mailsOf(id, 'Todos assinaram%'),
      outdate: async ({ id }) => (await row(id))?.outdated_at ?? null,
      forget: async ({ signers: [first] }) =>
        (await db.selectFrom('signature_signer').select('name').where('id', '=', first).executeTakeFirst())?.name ===
        'Titular anonimizado',
    },
    untouched: async ({ id }) => {
      const people = await db
        .selectFrom('signature_signer')
        .selectAll()
        .where('envelope_id', '=', id)
        .orderBy('id')
        .execute();
      return [await row(id), people];
    },
  });
});
