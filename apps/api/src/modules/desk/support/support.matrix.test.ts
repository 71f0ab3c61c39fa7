import { support } from '@morada/contract/desk/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { afterAll } from 'vitest';
import { buildApp } from '#api/app.ts';
import { bulkDesk } from '#test/desks/bulk-desk.ts';
import { clientDesk, clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const app = await startApp();
const { as, client, db, deps, stop } = app;
const pages = await buildApp({ ...deps, publicUrl: 'https://serra.example' });
const bulk = await bulkDesk(app);
afterAll(async () => {
  await bulk.jobs.stop();
  await pages.close();
  await stop();
});
const staff = as('*');
const { browser } = clientDesk(pages);

type Subject = { id: number; own: ReturnType<typeof browser> };
async function opened(): Promise<Subject> {
  const own = browser(`__Secure-cliente=${await clientSession({ db }, (await client()).id)}`);
  await own.post('/cliente/atendimento/novo', { title: 'Chave', message: 'Preciso de uma cópia', property_id: '' });
  const { id } = await db.selectFrom('ticket').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { id, own };
}
let said = 0;
const reply = ({ id }: Subject) => staff.put(`/chat/${id}`, { message: `Resposta ${++said}` });
const close = ({ id }: Subject) => staff.patch(`/chat/${id}`, { status: 'CLOSED' });
/** A ticket that is left out of the run stays as it is. */
const closeInBulk = async ({ id }: Subject) => {
  const run = await bulk.preview('ticket-close', { ids: [id] });
  if (run.states.READY.count > 0) await bulk.run(run.id);
};
/** A page answers by a redirect or a page, so that the state alone tells whether it did anything. */
const ask = async ({ id, own }: Subject) => {
  await own.post(`/cliente/atendimento/${id}`, { message: `Pergunta ${++said}` });
};
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await opened();
    for (const act of acts) await act(subject);
    return subject;
  };

lifeCycleMatrix<TicketStatus, EventOf<typeof ticketLife>, never, Subject>({
  life: ticketLife,
  put: { OPENED: put(), REPLIED: put(reply), AWAITING: put(reply, ask), CLOSED: put(close) },
  doors: {
    reply: [{ by: 'call', call: support.reply, act: reply }],
    ask: [{ by: 'client area', act: ask }],
    close: [
      { by: 'call', call: support.close, act: close },
      { by: 'bulk', action: 'ticket-close', act: closeInBulk },
    ],
  },
  state: async ({ id }) =>
    (await db.selectFrom('ticket').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  effects: {},
  untouched: async ({ id }) => db.selectFrom('ticket_message').select('id').where('ticket_id', '=', id).execute(),
});
