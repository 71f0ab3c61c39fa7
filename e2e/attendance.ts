import { randomUUID } from 'node:crypto';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { notify } from '../apps/api/src/live/notify.ts';

/** Records of visitors and clients, written by their own services, notifications included. */
async function asOutside<T>(work: (db: ReturnType<typeof connect>['db']) => Promise<T>): Promise<T> {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  try {
    return await db.transaction().execute(async (trx) => {
      const answer = await work(trx);
      await notify(trx, 'badges');
      return answer;
    });
  } finally {
    await db.destroy();
  }
}

export const writeMessage = (name: string, property_id?: number) =>
  asOutside((db) =>
    db
      .insertInto('contact_message')
      .values({ name, email: 'visita@exemplo.com.br', phone: '32988412076', message: 'Aceita animais?', property_id })
      .execute(),
  );

export const askForVisit = (name: string, property_id: number) =>
  asOutside((db) =>
    db
      .insertInto('schedule')
      .values({ name, phone: '32988412076', property_id, date: '2026-11-24', shift: 'AM', note: 'Vamos em dois.' })
      .execute(),
  );

export const openTicket = (user_id: number, title: string) =>
  asOutside(async (db) => {
    const { id } = await db
      .insertInto('ticket')
      .values({ user_id, title, level: 'HIGH' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('ticket_message').values({ ticket_id: id, author: 'CLIENT', data: 'A pia vaza.' }).execute();
    return id;
  });

/** A message to a client, as the jobs leave it once it is sent. */
export const sentMessage = (client_id: number) =>
  asOutside((db) =>
    db
      .insertInto('message')
      .values({
        ...{ key: randomUUID(), kind: 'PAID', client_id, subject: 'Pagamento recebido', body: 'Recebemos o aluguel.' },
        ...{ state: 'SENT', channel: 'EMAIL', recipient: 'inquilino@exemplo.com.br', last_day: '2026-11-19' },
        ...{ send_at: '2026-11-19T15:00:00Z', sent_at: '2026-11-19T15:00:00Z' },
      })
      .execute(),
  );

export const clientSays = (ticket_id: number, data: string) =>
  asOutside(async (db) => {
    await db.insertInto('ticket_message').values({ ticket_id, author: 'CLIENT', data }).execute();
    await notify(db, `ticket:${ticket_id}`);
  });
