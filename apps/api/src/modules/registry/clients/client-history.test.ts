import { afterAll, describe, expect, test } from 'vitest';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { unzip } from '#test/unzip.ts';

const { as, client, db, invoice, stop } = await startApp();
afterAll(stop);

const reader = as('CLIENT_VIEW');
const historyOf = async (id: number, page = 1) => (await reader.get(`/user/${id}/history?page=${page}`)).json();
const send = (id: number, kind: string, channel: string, from = as('FINANCIAL_SHALL_VIEW')) =>
  from.post(`/invoice/${id}/sent`, { kind, channel });
const told = ({ data }: { data: Record<string, unknown>[] }) =>
  data.map(({ actor, kind, channel, invoice }) => ({ actor, kind, channel, invoice }));

const written = (email: string) =>
  db
    .insertInto('contact_message')
    .values({ name: 'Quem escreveu', email, message: 'Ainda está livre?' })
    .returning('id')
    .executeTakeFirstOrThrow();
const reply = (id: number, channel = 'WHATSAPP') => as('CONTACT_VIEW').post(`/contact/${id}/sent`, { channel });

describe('what staff sent stands in the history of the client', () => {
  test('boletos, links and late messages of the tenant’s invoices, newest first, with who and when', async () => {
    const { id, user_id } = await invoice();
    const another = await invoice();
    for (const [kind, channel] of [
      ['BOLETO', 'WHATSAPP'],
      ['INVOICE_LINK', 'COPY'],
      ['LATE_MESSAGE', 'MAIL'],
    ] as const)
      expect((await send(id, kind, channel)).statusCode).toBe(204);
    await send(another.id, 'BOLETO', 'WHATSAPP');

    const history = await historyOf(user_id);
    const of = { actor: 'Mariana Dias', invoice: { id, reference: '2026-03' } };
    expect(told(history)).toEqual([
      { ...of, kind: 'LATE_MESSAGE', channel: 'MAIL' },
      { ...of, kind: 'INVOICE_LINK', channel: 'COPY' },
      { ...of, kind: 'BOLETO', channel: 'WHATSAPP' },
    ]);
    expect(history).toMatchObject({ page: 1, lastPage: 1, total: 3 });
    expect(Date.parse(history.data[0].at)).not.toBeNaN();
    // The trail of the agency has it too, in words.
    const { data } = (await as('*').get('/audit?record=invoice&action=send')).json();
    expect(data.at(1)).toMatchObject({
      action_words: 'enviou ao inquilino',
      changes: [{ after: 'Mensagem de cobrança' }, { label: 'Canal', after: 'por e-mail' }],
    });
  });

  test('by pages', async () => {
    const { id, user_id } = await invoice();
    for (let sent = 0; sent < 21; sent += 1) await send(id, 'BOLETO', 'WHATSAPP');
    const [first, second] = [await historyOf(user_id), await historyOf(user_id, 2)];
    expect([first.data.length + second.data.length, first.total, first.lastPage]).toEqual([21, 21, 2]);
  });

  test('replies to what the client wrote on the site, also once the message is removed', async () => {
    const { id } = await client({ email: 'vera@exemplo.com.br' });
    const message = await written('Vera@exemplo.com.br');
    expect((await reply(message.id)).statusCode).toBe(204);
    const answered = [{ actor: 'Mariana Dias', kind: 'SITE_REPLY', channel: 'WHATSAPP', invoice: null }];
    expect(told(await historyOf(id))).toEqual(answered);
    await as('CONTACT_DESTROY').delete(`/contact/${message.id}`);
    expect(told(await historyOf(id))).toEqual(answered);
  });

  test('and those from before the sender was a client', async () => {
    const message = await written('depois@exemplo.com.br');
    await reply(message.id, 'MAIL');
    const { id } = await client({ email: 'depois@exemplo.com.br' });
    expect(told(await historyOf(id))).toMatchObject([{ kind: 'SITE_REPLY', channel: 'MAIL' }]);
    expect(told(await historyOf((await client()).id))).toEqual([]);
  });

  test('nothing is kept of a press that is refused', async () => {
    const { id } = await invoice();
    expect((await send(id, 'PIGEON', 'WHATSAPP')).statusCode).toBe(422);
    expect((await send(id, 'BOLETO', 'FAX')).statusCode).toBe(422);
    expect(refusal(await send(999_999, 'BOLETO', 'WHATSAPP'))).toEqual([404, 'INVOICE_NOT_FOUND']);
    expect(refusal(await reply(999_999))).toEqual([404, 'CONTACT_NOT_FOUND']);
    expect(refusal(await send(id, 'BOLETO', 'WHATSAPP', as('CLIENT_VIEW')))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await trailOf(db, 'invoice', id)).filter(({ action }) => action === 'send')).toEqual([]);
    expect(refusal(await reader.get('/user/999999/history'))).toEqual([404, 'CLIENT_NOT_FOUND']);
    expect(refusal(await as('PROPOSAL_VIEW').get('/user/1/history'))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('is among the person’s own data', async () => {
    const { id, user_id } = await invoice();
    await send(id, 'BOLETO', 'WHATSAPP');
    const files = await unzip((await as('*').get(`/user/${user_id}/personal-data`)).rawPayload);
    expect(JSON.parse(files.get('dados.json') ?? '').mensagens_enviadas).toMatchObject([
      { mensagem: `Boleto da fatura ${id}, de fevereiro de 2026, por WhatsApp` },
    ]);
  });
});
