import { messages } from '@morada/contract/collection/messages';
import { proposals } from '@morada/contract/lease/proposals';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type MessageLifeState, messageLife, messageStateOf } from '@morada/domain/messages/message-state';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { startWhatsAppServer } from '#test/servers/whatsapp-server.ts';
import { queueMessages } from './messages.service.ts';
import { sendMessages } from './sending.service.ts';

const whatsapp = await startWhatsAppServer();
const settings = readSettings({ CEP_URL: '', INDICES_URL: '', PUBLIC_URL: 'http://127.0.0.1:8080' });
const { app, db, deps, as, client, contract, stop } = await startApp({
  outside: openOutside(settings, { within: 60_000, rest: 1 }),
  today: '2026-03-10',
});
const staff = as('*');
afterAll(async () => {
  await stop();
  await whatsapp.close();
});
beforeAll(async () => {
  const { baseUrl: base_url, phoneNumberId: sender, token, appSecret: app_secret } = whatsapp;
  const connected = { base_url, sender, token, app_secret, template: 'aviso_geral' };
  expect((await staff.put('/messages/channels/whatsapp', connected)).statusCode).toBe(204);
});
// The job sends whatever is due: the message of the cell before goes.
beforeEach(async () => {
  whatsapp.behaviour = 'accepts';
  whatsapp.unreachable.clear();
  await db.deleteFrom('message').execute();
});

/** A Tuesday, 10 h in São Paulo. */
const NOW = new Date('2026-03-10T13:00:00Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const DAYS = 24 * 40;

/** A message to a guarantor who has WhatsApp alone. */
type Subject = { id: number; number: string; guarantor: number; lease: number };
let people = 0;

async function queued(): Promise<Subject> {
  const phone = `329${String(80_000_000 + ++people)}`;
  const { id: guarantor } = await client({ type: 'GUARANTOR', phone, email: null });
  await sql`insert into message_consent (client_id, channel, given_on, source, body)
    values (${guarantor}, 'WHATSAPP', '2026-01-05', 'contrato', 'Aceito')`.execute(db);
  const { id: lease } = await contract();
  await staff.put(`/proposal/${lease}/guarantor`, { user_id: guarantor });
  const message = { kind: 'CONTRACT_ENDING_GUARANTOR' as const, client: guarantor, contract: lease };
  const { end_date } = await db
    .selectFrom('proposal')
    .select('end_date')
    .where('id', '=', lease)
    .executeTakeFirstOrThrow();
  const key = `ending:${lease}:${end_date}:guarantor:${guarantor}`;
  await db
    .transaction()
    .execute((trx) => queueMessages(trx, [{ ...message, key, subject: 'Fim do contrato', text: 'Aviso' }], NOW));
  const { id } = await db.selectFrom('message').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  return { id, lease, guarantor, number: `55${phone}` };
}
const job = (at = NOW) => sendMessages(deps, () => at);
const then =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await queued();
    for (const act of acts) await act(subject);
    return subject;
  };

/** A server has claimed the message, and stopped before it handed it over. */
const claimed = ({ id, number }: Subject) =>
  sql`update message set state = 'SENDING', channel = 'WHATSAPP', recipient = ${number}, counts_on = '2026-03-10',
    claimed_at = ${NOW.toISOString()} where id = ${id}`.execute(db);
/** A server has handed the message over, and stopped before it noted the answer. */
const handedOver = async (subject: Subject) => {
  await claimed(subject);
  await sql`update message set tried_at = claimed_at, provider_id = ${`wamid.${subject.id}`} where id = ${subject.id}`.execute(
    db,
  );
};
const sent = async () => {
  await job();
};
const losing = async () => {
  whatsapp.behaviour = 'drops';
  await job();
};
const rejecting = async ({ number }: Subject) => {
  whatsapp.unreachable.add(number);
  await job();
};
const cancel = ({ id }: Subject) => staff.delete(`/messages/${id}`);

const noticed = (status: 'sent' | 'delivered' | 'read' | 'failed') => async (subject: Subject) => {
  const { provider_id } = await rowOf(subject);
  const of = { id: provider_id ?? `wamid.${subject.id}`, to: subject.number, callback: undefined };
  const { raw, headers } = whatsapp.signed(
    whatsapp.statusBody({ ...of, template: 'aviso_geral', parameters: [] }, status),
  );
  const answer = await app.inject({ method: 'POST', url: '/api/messages/whatsapp/notices', payload: raw, headers });
  expect(answer.statusCode).toBe(204);
};
const rowOf = ({ id }: Pick<Subject, 'id'>) =>
  db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

lifeCycleMatrix<MessageLifeState, EventOf<typeof messageLife>, EffectOf<typeof messageLife>, Subject>({
  fresh: true,
  life: messageLife,
  put: {
    QUEUED: queued,
    CLAIMED: then(claimed),
    SENDING: then(handedOver),
    SENT: then(sent),
    DELIVERED: then(sent, noticed('delivered')),
    READ: then(sent, noticed('read')),
    FAILED: then(rejecting),
    CANCELLED: then(cancel),
  },
  doors: {
    send: [{ by: 'job', act: sent }],
    lose: [{ by: 'job', act: losing }],
    reject: [{ by: 'job', act: rejecting }],
    recover: [
      {
        by: 'job',
        act: () => job(after(1)),
        unreachable: { QUEUED: 'no server has it: the job sends it' },
      },
    ],
    expire: [{ by: 'job', act: () => job(after(DAYS)) }],
    cancel: [
      { by: 'call', call: messages.cancel, act: cancel },
      {
        ...{ by: 'call', name: 'end of its cause', call: proposals.removeGuarantor },
        async act({ lease, guarantor }) {
          const { id } = await db
            .selectFrom('contract_party')
            .select('id')
            .where('client_id', '=', guarantor)
            .executeTakeFirstOrThrow();
          // The guarantor goes, whatever became of the messages.
          const answer = await staff.delete(`/proposal/${lease}/guarantor?id=${id}`);
          expect(answer.statusCode).toBe(204);
        },
        weaker: 'who ends the cause of a message ends the message',
      },
    ],
    accept: [{ by: 'notice', act: noticed('sent') }],
    deliver: [{ by: 'notice', act: noticed('delivered') }],
    read: [{ by: 'notice', act: noticed('read') }],
    fail: [{ by: 'notice', act: noticed('failed') }],
  },
  state: async (subject) => messageStateOf(await rowOf(subject)),
  effects: {
    handOver: async ({ number }) => whatsapp.sent.filter(({ to }) => to === number).length,
    doubt: async (subject) => (await rowOf(subject)).uncertain,
    nextChannel: async (subject) => (await rowOf(subject)).tried,
  },
});
