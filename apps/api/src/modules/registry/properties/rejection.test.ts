import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';

const PUBLIC_URL = 'https://serra.example';
const server = await startMailServer();
const outside = openOutside(
  readSettings({ CEP_URL: '', INDICES_URL: '', SMTP_URL: server.url, MAIL_FROM: 'a@serra.example', PUBLIC_URL }),
  { within: 60_000, rest: 1 },
);
const { db, deps, as, property, signIn, stop } = await startApp({ outside });
const mailing = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
await db.updateTable('agency').set({ name: 'Imobiliária Serra', phone: '3232150000' }).execute();
const { token } = await signIn('PROPERTY_EDIT');
afterAll(async () => {
  await mailing.close();
  await stop();
  await server.close();
});
beforeEach(async () => {
  await db.deleteFrom('outgoing_mail').execute();
});

async function offered() {
  const { id } = await property({ status: 'PENDING', street: 'Rua Halfeld', number: '20' });
  await db
    .insertInto('property_request')
    .values({
      ...{ property_id: id, name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '32988412076' },
      consented_at: new Date(),
    })
    .execute();
  return id;
}
const change = (id: number, payload: object) =>
  mailing.inject({
    ...{ method: 'PATCH', url: `/api/property/${id}`, payload },
    headers: { authorization: `Bearer ${token}` },
  });
const mails = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).execute();

test('a rejection is mailed to the requester, once, with its reason', LONG, async () => {
  const id = await offered();
  expect((await change(id, { status: 'UNAVAILABLE', reason: 'Fotos escuras' })).statusCode).toBe(200);
  expect(await mails()).toEqual([
    {
      recipient: 'otavio@exemplo.com.br',
      subject: 'Sobre o anúncio do seu imóvel',
      body: expect.stringMatching(
        /^Olá, Otávio Lima\.[\s\S]+Rua Halfeld, 20[\s\S]+Motivo: Fotos escuras[\s\S]+Imobiliária Serra\n\(32\) 3215-0000$/,
      ),
    },
  ]);
  expect((await trailOf(db, 'property', id)).at(-1)).toMatchObject({ action: 'mail-rejection' });
  await change(id, { reason: 'Fotos muito escuras' });
  expect(await mails()).toHaveLength(1);
});

test('no mail is sent for staff’s properties, approvals, or without e-mail', LONG, async () => {
  const registered = await property({ status: 'PENDING' });
  await change(registered.id, { status: 'UNAVAILABLE', reason: 'Duplicado' });
  await change(await offered(), { status: 'AVAILABLE' });
  await change(await offered(), { status: 'UNAVAILABLE' });
  await as('PROPERTY_EDIT').patch(`/property/${await offered()}`, { status: 'UNAVAILABLE', reason: 'Fotos escuras' });
  expect(await mails()).toEqual([]);
});
