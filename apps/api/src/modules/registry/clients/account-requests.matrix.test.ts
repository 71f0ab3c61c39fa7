import { accountRequests } from '@morada/contract/registry/account-requests';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { type AccountRequestState, accountRequestLife } from '@morada/domain/people/account-request';
import { afterAll } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { clientDesk, clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const PUBLIC_URL = 'https://serra.example';
const outside = openOutside(
  readSettings({
    CEP_URL: '',
    INDICES_URL: '',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@serra.example',
    PUBLIC_URL,
  }),
);
const { as, contract, db, deps, owner, stop } = await startApp({ outside, today: '2026-03-10' });
const pages = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
afterAll(async () => {
  await pages.close();
  await stop();
});
const staff = as('*');
const { browser } = clientDesk(pages);

type Subject = { id: number; email: string; own: ReturnType<typeof browser> };
const ACCOUNT = {
  code: '',
  agency_number: '',
  account_number: '',
  pix_key: 'olga@nova.com.br',
  holder_name: 'Olga Reis',
};

async function asked(): Promise<Subject> {
  const made = await owner({ name: 'Olga Reis' });
  await contract({ property: { owners: [{ id: made.id }] } });
  const own = browser(`__Secure-cliente=${await clientSession({ db }, made.id)}`);
  const { id: replaces } = await db
    .selectFrom('bank_account')
    .select('id')
    .where('client_id', '=', made.id)
    .executeTakeFirstOrThrow();
  await own.post('/cliente/conta/repasses', { ...ACCOUNT, document: made.cpf_cnpj, replaces: String(replaces) });
  const { id } = await db
    .selectFrom('bank_account_request')
    .select('id')
    .where('client_id', '=', made.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { id, email: made.email ?? '', own };
}
/** Pages answer by a redirect or a page, so that the state alone tells whether they did anything. */
async function confirm({ email, own }: Subject) {
  const mails = await db
    .selectFrom('outgoing_mail')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  const code = mails
    .map(({ body }) => /código é (\d{6})/.exec(body ?? '')?.[1])
    .findLast((found) => found !== undefined);
  await own.post('/cliente/conta/repasses/codigo', { code: code ?? '' });
}
const cancel = async ({ own }: Subject) => {
  await own.post('/cliente/conta/repasses/cancelar');
};
const apply = ({ id }: Subject) => staff.post(`/account-request/${id}/apply`);
const refuse = ({ id }: Subject) => staff.post(`/account-request/${id}/refuse`, { reason: 'A titular não confirmou' });
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await asked();
    for (const act of acts) await act(subject);
    return subject;
  };

lifeCycleMatrix<AccountRequestState, EventOf<typeof accountRequestLife>, never, Subject>({
  life: accountRequestLife,
  put: {
    WAITING_CODE: put(),
    WAITING_AGENCY: put(confirm),
    APPLIED: put(confirm, apply),
    REFUSED: put(confirm, refuse),
    CANCELLED: put(cancel),
  },
  doors: {
    confirm: [{ by: 'client area', act: confirm }],
    cancel: [{ by: 'client area', act: cancel }],
    apply: [{ by: 'call', call: accountRequests.apply, act: apply }],
    refuse: [{ by: 'call', call: accountRequests.refuse, act: refuse }],
  },
  state: async ({ id }) =>
    (await db.selectFrom('bank_account_request').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
  effects: {},
  untouched: async ({ email }) =>
    db.selectFrom('bank_account').select(['id', 'version']).where('pix_key', '=', email).execute(),
});
