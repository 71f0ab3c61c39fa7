import { applications } from '@morada/contract/lease/applications';
import { proposals } from '@morada/contract/lease/proposals';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import {
  type ApplicationState,
  applicationLife,
  type PartyFormState,
  partyFormLife,
} from '@morada/domain/application/application';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { afterAll, describe } from 'vitest';
import { applicationsOf, mailing } from '#test/applications.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { LONG } from '#test/long.ts';
import { happen, lockStanding } from '../../registry/leads/life.service.ts';
import { tidyApplications } from './retention.service.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { db, deps, ctx, clock, client, owner, signIn, stop } = started;
afterAll(stop);
const made = applicationsOf(started);
const { staff } = made;

type Subject = { id: number; party: number; property_id: number; cpf: string; tenant: ReturnType<typeof made.browser> };

/** Above the limit of one person, or below it. */
const LIMIT = 250_000;
const setLimit = (approval_limit: number | null) =>
  db
    .insertInto('application_rules')
    .values({ approval_limit })
    .onConflict((row) => row.column('only_row').doUpdateSet({ approval_limit }))
    .execute();

/** Somebody who neither opened nor recommended. */
const { token: other } = await signIn('APPLICATION_VIEW', 'APPLICATION_APPROVE');
const call = (token: string, url: string, payload: object) =>
  started.app.inject({ method: 'POST', url: `/api${url}`, headers: { authorization: `Bearer ${token}` }, payload });

async function draft(): Promise<Subject> {
  await setLimit(null);
  const found = await made.create();
  const [{ id: party }] = found.parties;
  return {
    id: found.id,
    party,
    property_id: found.property.id,
    cpf: made.newCpf(),
    tenant: made.browser('/ficha/0/x'),
  };
}
async function sent() {
  const subject = await draft();
  const found = (await staff.post(`/application/${subject.id}/send`)).json();
  return { ...subject, tenant: made.browser(made.pathOf(found.parties[0].link)) };
}
async function filling() {
  const subject = await sent();
  await subject.tenant.step('dados', { cpf: subject.cpf });
  return subject;
}
async function complete() {
  const subject = await sent();
  await made.fill(subject.tenant, 'TENANT', { cpf: subject.cpf });
  return subject;
}
const analyse = ({ id }: Subject) => staff.post(`/application/${id}/analyse`);
const decide =
  (decision: string) =>
  ({ id }: Subject) =>
    call(other, `/application/${id}/decision`, {
      decision,
      comment: 'Conferido',
      condition: decision === 'CONDITION' ? 'Mais um fiador' : undefined,
    });
const recommend = async ({ id }: Subject) => {
  await setLimit(100_000);
  return staff.post(`/application/${id}/decision`, { decision: 'APPROVE', comment: 'Conferido' });
};
/** Within the limit, or as the second person. */
const alone = (decision: string) => async (subject: Subject) => {
  await setLimit(LIMIT);
  return decide(decision)(subject);
};
const withdraw = ({ id }: Subject) => staff.post(`/application/${id}/withdraw`);
const expire = async ({ id }: Subject) => {
  await db.updateTable('application').set({ valid_until: '2026-03-09' }).where('id', '=', id).execute();
  await tidyApplications(deps);
};
const renew = ({ id }: Subject) => staff.post(`/application/${id}/renew`);
const erase = ({ id }: Subject) => staff.post(`/application/${id}/erase`);
const contract = async ({ property_id, cpf }: Subject, document = cpf) => {
  await staff.put(`/property/${property_id}/member/OWNER/${(await owner()).id}`);
  const known = await db.selectFrom('client').select('id').where('cpf_cnpj', '=', document).executeTakeFirst();
  const user_id = known?.id ?? (await client({ cpf_cnpj: document })).id;
  return staff.post('/proposal/manual', {
    ...{ user_id, property_id, current_price: 1500, commission: 10, guarantee: 'OTHER', transfer_date: 10 },
    ...{ start_date: '2026-03-01', end_date: '2028-08-31', bank_pix: 'dona@exemplo.com.br' },
    ...{ bank_full_name: 'Dona', bank_cpf: '52998224725' },
  });
};
const put =
  (making: () => Promise<Subject>, ...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await making();
    for (const act of acts) await act(subject);
    return subject;
  };
/** A door that answers by a page: the state alone tells whether it did anything. */
const silent = (act: (subject: Subject) => Promise<unknown>) => async (subject: Subject) => {
  await act(subject);
};
const mailsOf = (subject: string) => async () =>
  (await db.selectFrom('outgoing_mail').select('id').where('subject', '=', subject).execute()).length;
const CLOSED_STATES = ['CONTRACTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'ERASED'] as const;
const unreachable = (states: readonly ApplicationState[], why: string) =>
  Object.fromEntries(states.map((state) => [state, why])) as Partial<Record<ApplicationState, string>>;
const FORM_IS_SHUT = 'the tenant has no form that takes a step';

// The form of a party, and the cases beside this file, guard the short form.
describe('an application', LONG, () => {
  lifeCycleMatrix<ApplicationState, EventOf<typeof applicationLife>, EffectOf<typeof applicationLife>, Subject>({
    life: applicationLife,
    put: {
      DRAFT: draft,
      SENT: sent,
      FILLING: filling,
      COMPLETE: complete,
      IN_ANALYSIS: put(complete, analyse),
      RECOMMENDED: put(complete, analyse, recommend),
      CONDITIONAL: put(complete, analyse, decide('CONDITION')),
      APPROVED: put(complete, analyse, decide('APPROVE')),
      CONTRACTED: put(complete, (subject) => contract(subject)),
      REFUSED: put(complete, analyse, decide('REFUSE')),
      WITHDRAWN: put(complete, withdraw),
      EXPIRED: put(filling, expire),
      ERASED: put(complete, withdraw, erase),
    },
    doors: {
      send: [{ by: 'call', call: applications.send, act: ({ id }) => staff.post(`/application/${id}/send`) }],
      fill: [
        {
          ...{ by: 'client area', name: 'page of the form' },
          act: silent(({ tenant, cpf }) => tenant.step('dados', { cpf })),
          unreachable: unreachable(
            ['DRAFT', 'COMPLETE', 'IN_ANALYSIS', 'RECOMMENDED', 'CONDITIONAL', 'APPROVED', ...CLOSED_STATES],
            FORM_IS_SHUT,
          ),
        },
        {
          ...{ by: 'client area', name: 'a page that was left open' },
          act: silent(({ tenant, cpf }) => tenant.step('dados', { cpf })),
        },
      ],
      complete: [
        {
          ...{ by: 'client area', name: 'last form' },
          act: silent(({ tenant, cpf }) => made.fill(tenant, 'TENANT', { cpf })),
          unreachable: { SENT: 'the first step moves it before', DRAFT: FORM_IS_SHUT },
        },
      ],
      reopen: [
        {
          ...{ by: 'call', call: applications.reopen },
          act: ({ party }) => staff.post(`/application/party/${party}/reopen`, { note: 'Confira a renda' }),
          refuses: { FILLING: 'FORM_NOT_SENT', SENT: 'FORM_NOT_SENT' },
          unreachable: { APPROVED: 'its form may be given back, which leaves the decision' },
        },
        {
          ...{ by: 'call', name: 'one more party', call: applications.addParty },
          act: ({ id }) => staff.post(`/application/${id}/party`, { role: 'GUARANTOR', name: 'Rui Alves' }),
          unreachable: unreachable(['DRAFT', 'SENT', 'FILLING'], 'the party joins those that are filling'),
        },
      ],
      analyse: [{ by: 'call', call: applications.analyse, act: analyse }],
      recommend: [
        { by: 'call', call: applications.decide, act: recommend, refuses: { RECOMMENDED: 'APPLICATION_SECOND' } },
      ],
      approve: [{ by: 'call', call: applications.decide, act: alone('APPROVE') }],
      condition: [{ by: 'call', call: applications.decide, act: alone('CONDITION') }],
      refuse: [{ by: 'call', call: applications.decide, act: alone('REFUSE') }],
      withdraw: [
        { by: 'call', call: applications.withdraw, act: withdraw },
        {
          ...{
            by: 'client area',
            name: 'page of the form',
            act: silent(({ tenant }) => tenant.post('/desistir', { confirma: 'sim' })),
          },
          unreachable: unreachable(['DRAFT', 'SENT'], 'nobody has begun the form'),
        },
        {
          ...{ by: 'job', name: 'lead lost' },
          async act({ id, property_id }) {
            const lead = await db
              .insertInto('lead')
              .values({ kind: 'RENT', source: 'TYPED', name: 'Ana Prado', property_id })
              .returning('id')
              .executeTakeFirstOrThrow();
            await db.updateTable('application').set({ lead_id: lead.id }).where('id', '=', id).execute();
            await db.transaction().execute(async (trx) => {
              const loss = { reason: 'GAVE_UP', note: null } as const;
              await happen(trx, ctx, [await lockStanding(trx, lead.id)], 'LOST', { loss });
            });
          },
        },
        {
          ...{ by: 'call', name: 'erasure of the person', call: clients.anonymise },
          async act({ cpf }) {
            const known = await db.selectFrom('client').select('id').where('cpf_cnpj', '=', cpf).executeTakeFirst();
            const person = known ?? (await client({ cpf_cnpj: cpf }));
            const answer = await staff.patch(`/user/${person.id}/anonymise`);
            return answer;
          },
          weaker: 'who erases a person erases what they wrote',
          unreachable: unreachable(
            ['DRAFT', 'SENT', ...CLOSED_STATES],
            'the form has no document yet, or the erasure has its own cell',
          ),
        },
      ],
      let: [
        {
          ...{ by: 'call', name: 'contract', call: proposals.create },
          async act(subject) {
            await contract(subject, made.newCpf());
          },
        },
        {
          ...{ by: 'call', name: 'status', call: properties.update },
          async act({ property_id }) {
            await staff.patch(`/property/${property_id}`, { status: 'RENTED' });
          },
          weaker: 'marking a property as let pays nobody',
        },
      ],
      contract: [
        {
          ...{ by: 'call', call: proposals.create },
          async act(subject) {
            await contract(subject);
          },
          unreachable: unreachable(['DRAFT', 'SENT'], 'nobody has given a document by which it is known'),
        },
      ],
      expire: [{ by: 'job', act: expire }],
      renew: [{ by: 'call', call: applications.renew, act: renew }],
      erase: [
        { by: 'call', call: applications.erase, act: erase },
        {
          ...{ by: 'job', name: 'retention' },
          async act() {
            clock.today = '2027-03-10';
            await tidyApplications(deps);
            clock.today = '2026-03-10';
          },
          unreachable: {
            ...unreachable(['CONTRACTED'], 'kept with the contract'),
            ...unreachable(
              ['DRAFT', 'SENT', 'FILLING', 'COMPLETE', 'IN_ANALYSIS', 'RECOMMENDED', 'CONDITIONAL', 'APPROVED'],
              'it ends by itself first',
            ),
          },
        },
      ],
    },
    state: async ({ id }) =>
      (await db.selectFrom('application').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
    effects: {
      mailLinks: mailsOf('Sua ficha para alugar'),
      mailApproval: mailsOf('Sua ficha foi aprovada'),
      mailCondition: mailsOf('Sua ficha foi aprovada com uma condição'),
      mailRefusal: mailsOf('Resposta sobre a locação'),
    },
  });
});

describe('the form of a party', () => {
  const close = ({ party }: Subject) => staff.post(`/application/party/${party}/close`);
  const link = ({ party }: Subject) => staff.post(`/application/party/${party}/link`);
  lifeCycleMatrix<PartyFormState, EventOf<typeof partyFormLife>, EffectOf<typeof partyFormLife>, Subject>({
    life: partyFormLife,
    put: {
      WAITING: sent,
      FILLING: filling,
      SENT: complete,
      CLOSED: put(filling, close),
      ERASED: put(complete, withdraw, erase),
    },
    doors: {
      save: [{ by: 'client area', act: silent(({ tenant, cpf }) => tenant.step('dados', { cpf })) }],
      send: [
        {
          ...{ by: 'client area', name: 'the last step of a whole form' },
          async act({ tenant, cpf }) {
            for (const step of ['moradia', 'renda', 'referencias'] as const) await tenant.step(step);
            for (const kind of ['IDENTITY', 'ADDRESS', 'INCOME'])
              await tenant.upload(kind, Buffer.from('%PDF-1.4\n%%EOF'));
            await tenant.post('/enviar', { consent: 'sim' });
            return cpf.length;
          },
          unreachable: { WAITING: 'a step that is saved begins it' },
        },
        {
          ...{
            by: 'client area',
            name: 'at once',
            act: silent(({ tenant }) => tenant.post('/enviar', { consent: 'sim' })),
          },
          unreachable: { FILLING: 'steps are missing: it is refused' },
        },
      ],
      reopen: [
        {
          ...{ by: 'call', call: applications.reopen },
          act: ({ party }) => staff.post(`/application/party/${party}/reopen`, { note: 'Confira a renda' }),
          refuses: { ERASED: 'APPLICATION_STATE' },
        },
      ],
      close: [{ by: 'call', call: applications.closeLink, act: close, refuses: { ERASED: 'APPLICATION_STATE' } }],
      renew: [{ by: 'call', call: applications.renewLink, act: link, refuses: { ERASED: 'APPLICATION_STATE' } }],
      erase: [
        {
          ...{ by: 'call', call: applications.erase },
          async act(subject) {
            await withdraw(subject);
            await erase(subject);
          },
        },
      ],
    },
    state: async ({ party }) =>
      (await db.selectFrom('application_party').select('state').where('id', '=', party).executeTakeFirstOrThrow())
        .state,
    effects: {
      newLink: async ({ party }) =>
        (await db.selectFrom('application_party').select('link_version').where('id', '=', party).executeTakeFirst())
          ?.link_version,
    },
  });
});
