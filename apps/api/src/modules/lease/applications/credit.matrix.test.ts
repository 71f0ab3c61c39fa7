import { applications } from '@morada/contract/lease/applications';
import { clients } from '@morada/contract/registry/clients';
import { inquiryLife } from '@morada/domain/application/credit';
import type { EffectOf, EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { afterAll, describe } from 'vitest';
import { applicationsOf, mailing } from '#test/applications.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startBigDataCorp } from '#test/servers/bigdatacorp-server.ts';
import { tidyApplications } from './retention.service.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { client, clock, db, deps, stop } = started;
const bureau = await startBigDataCorp();
afterAll(async () => {
  await bureau.close();
  await stop();
});
const made = applicationsOf(started);
const { staff } = made;
await staff.put('/application/credit', {
  base_url: bureau.url,
  access_token: bureau.access_token,
  token_id: bureau.token_id,
});

/** `call` answers once the bureau was let go on. */
type Subject = { id: number; party: number; cpf: string; call?: ReturnType<typeof ask>; letGo?: () => void };

async function none(): Promise<Subject> {
  const cpf = made.newCpf();
  bureau.scores.set(cpf, 712);
  const { id, party } = await made.complete({}, { cpf });
  await staff.post(`/application/${id}/analyse`);
  return { id, party, cpf };
}

const newestOf = async ({ id }: Subject) => (await made.show(id)).parties[0].inquiries[0];
const ask = async (subject: Subject) =>
  staff.post(`/application/party/${subject.party}/credit`, { after: (await newestOf(subject))?.id ?? null });

/** Asks, and answers the refusal; or leaves the call waiting at the bureau. */
async function askAndHold(subject: Subject) {
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<undefined>();
  bureau.onCall = () => {
    arrived.resolve(undefined);
    return held.promise;
  };
  const call = ask(subject);
  const refused = await Promise.race([arrived.promise, call]);
  if (!refused) Object.assign(subject, { call, letGo: held.resolve });
  return refused;
}

/** Lets the bureau go on with the call that it holds. */
async function end({ call, letGo }: Subject) {
  letGo?.();
  await call;
}
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await none();
    for (const act of acts) await act(subject);
    return subject;
  };
const failing = (as: Parameters<typeof bureau.fail>[0]) => async (subject: Subject) => {
  bureau.fail(as);
  await end(subject);
};
async function erase({ id }: Subject) {
  await staff.post(`/application/${id}/withdraw`);
  return staff.post(`/application/${id}/erase`);
}
/** Two minutes after it began a call is out no more. */
const dieInCall = ({ party }: Subject) =>
  db
    .updateTable('credit_inquiry')
    .set({ asked_at: new Date(Date.now() - 180_000).toISOString() })
    .where('party_id', '=', party)
    .execute();
async function eraseByTime({ id }: Subject) {
  await staff.post(`/application/${id}/withdraw`);
  clock.today = '2027-03-10';
  await tidyApplications(deps);
  clock.today = '2026-03-10';
}
const erasePerson = async ({ cpf }: Subject) => staff.patch(`/user/${(await client({ cpf_cnpj: cpf })).id}/anonymise`);
const ENDED = {
  NONE: 'a call ends its own inquiry alone',
  ANSWERED: 'a call ends its own inquiry alone',
  LOST: 'a call ends its own inquiry alone',
};

describe('the newest inquiry about a party', () => {
  lifeCycleMatrix<StateOf<typeof inquiryLife>, EventOf<typeof inquiryLife>, EffectOf<typeof inquiryLife>, Subject>({
    life: inquiryLife,
    put: {
      NONE: none,
      ASKING: put(askAndHold),
      ANSWERED: put(askAndHold, end),
      LOST: put(askAndHold, failing('LOST')),
    },
    doors: {
      ask: [{ by: 'call', call: applications.askCredit, act: askAndHold }],
      answer: [
        { by: 'notice', act: end, unreachable: ENDED },
        {
          ...{ by: 'notice', name: 'after the erasure', act: end },
          put: { NONE: put(askAndHold, erase) },
          unreachable: { ...ENDED, NONE: undefined, ASKING: 'it is erased' },
        },
      ],
      lose: [
        { by: 'notice', name: 'cut line', act: failing('LOST'), unreachable: ENDED },
        { by: 'notice', name: 'unreadable answer', act: failing('GARBAGE'), unreachable: ENDED },
        { by: 'job', name: 'server that died', act: dieInCall, unreachable: ENDED },
      ],
      decline: [
        { by: 'notice', name: 'dataset', act: failing('DISABLED'), unreachable: ENDED },
        { by: 'notice', name: 'limit', act: failing(429), unreachable: ENDED },
      ],
      erase: [
        { by: 'call', call: applications.erase, act: erase },
        { by: 'job', name: 'retention', act: eraseByTime },
        {
          ...{ by: 'call', name: 'erasure of the person', call: clients.anonymise, act: erasePerson },
          weaker: 'who erases a person erases what was asked about them',
        },
      ],
    },
    state: async (subject) => (await newestOf(subject))?.state ?? 'NONE',
    effects: { call: async () => bureau.urls.length },
    untouched: async ({ party }) =>
      db.selectFrom('credit_inquiry').select(['id', 'state']).where('party_id', '=', party).execute(),
  });
});
