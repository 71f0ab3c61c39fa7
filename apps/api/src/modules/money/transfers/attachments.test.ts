import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';

const { app, as, anonymous, invoice, db, deps, stop } = await startApp();
afterAll(stop);

const staff = as('FINANCIAL_TRANSFER_EDIT', 'FINANCIAL_TRANSFER_VIEW');
const PDF = Buffer.from('%PDF-1.7\ncomprovante\n%%EOF');

async function transfer() {
  const { id } = await invoice();
  const paid = await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  return { id: paid.json().transfers[0].id as number, invoice: id };
}
const send = (id: number, bytes: Uint8Array = PDF, name = 'comprovante.pdf') =>
  staff.put(`/transfer/${id}/file`, form(bytes, name));
const filesOf = async (id: number) => (await staff.get(`/transfer/${id}`)).json().files;

describe('PUT /transfer/:id/file', () => {
  test('stores a PDF unchanged, and lists it', LONG, async () => {
    const { id } = await transfer();
    expect(await filesOf(id)).toEqual([]);
    const answer = await send(id);
    const file = answer.json();
    expect([answer.statusCode, file]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'comprovante.pdf',
        url: `/api/files/${file.id}`,
        source: `/api/files/${file.id}`,
        media_type: 'application/pdf',
        bytes: PDF.length,
        created_at: expect.any(String),
      },
    ]);
    const photograph = (await send(id, await jpeg(), '../recibo.jpg')).json();
    expect([photograph.name, photograph.media_type]).toEqual(['recibo.jpg', 'image/jpeg']);
    expect(await filesOf(id)).toEqual([photograph, file]);
    expect((await staff.get(`/files/${file.id}`)).rawPayload.equals(PDF)).toBe(true);
    expect((await trailOf(db, 'transfer', id)).at(1)).toMatchObject({
      action: 'add-document',
      changes: { file_id: file.id },
    });
  });

  test('`receipt: null` removes all files, and keeps the status', LONG, async () => {
    const { id, invoice: invoiceId } = await transfer();
    const [first, second] = [(await send(id)).json(), (await send(id, await jpeg(), 'recibo.jpg')).json()];
    await staff.patch(`/transfer/${id}`, { status: 'DONE' });
    const { receipt, url, proposal, invoice: passedOn, proposal_id } = (await staff.get(`/transfer/${id}`)).json();
    expect({ receipt, url, proposal, passedOn }).toEqual({
      receipt: second.url,
      url: `/api/receipt/transfer/${id}`,
      proposal: { id: proposal_id },
      passedOn: { id: invoiceId, reference: '2026-03' },
    });
    const stale = await staff.patch(`/transfer/${id}`, { receipt: null }, { 'if-match': '"1"' });
    expect(stale.statusCode).toBe(412);
    expect(await filesOf(id)).toHaveLength(2);
    const answer = await staff.patch(`/transfer/${id}`, { receipt: null });
    expect(answer.json()).toMatchObject({ status: 'DONE', files: [], receipt: null });
    expect((await staff.get(`/files/${first.id}`)).statusCode).toBe(404);
    expect((await trailOf(db, 'transfer', id)).slice(-2)).toMatchObject([
      { action: 'remove-document', changes: { file_id: second.id } },
      { action: 'remove-document', changes: { file_id: first.id } },
    ]);
    for (const body of [{}, { status: 'DONE', receipt: null }, { receipt: 'x' }, { status: 'PENDING' }])
      expect((await staff.patch(`/transfer/${id}`, body)).statusCode).toBe(422);
    expect((await as('FINANCIAL_TRANSFER_VIEW').patch(`/transfer/${id}`, { receipt: null })).statusCode).toBe(403);
  });

  test('re-encodes a photograph, without its metadata', async () => {
    const { id } = await transfer();
    const planted = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]);
    const answer = await send(id, planted, 'recibo.jpg');
    const { key } = await db
      .selectFrom('stored_file')
      .select('key')
      .where('id', '=', answer.json().id)
      .executeTakeFirstOrThrow();
    expect(await text(await deps.files.stream(key))).not.toContain('script');
  });

  test('accepts the bank’s receipt for a concluded transfer', async () => {
    const { id } = await transfer();
    await staff.patch(`/transfer/${id}`, { status: 'DONE' });
    expect((await send(id)).statusCode).toBe(201);
    expect(await filesOf(id)).toHaveLength(1);
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'Arquivo não suportado'],
    ['the head of a PDF alone', Buffer.from('%PDF-1.7\nnada'), 'Arquivo não suportado'],
    ['nothing', Buffer.alloc(0), 'Escolha um arquivo'],
  ])('refuses %s', async (_, bytes, message) => {
    const { id } = await transfer();
    const answer = await send(id, bytes);
    expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
    expect(await filesOf(id)).toEqual([]);
  });

  test('returns 404 for a missing transfer, or one deleted with its invoice', async () => {
    expect((await send(999_999)).json().message).toBe('Não encontramos esse repasse');
    const gone = await transfer();
    await as('*').delete(`/invoice/${gone.invoice}/refund`);
    const kept = await db.selectFrom('stored_file').select('id').execute();
    expect((await send(gone.id)).statusCode).toBe(404);
    expect(await db.selectFrom('stored_file').select('id').execute()).toEqual(kept);
  });

  test('requires its permission', async () => {
    const { id } = await transfer();
    const answer = await as('FINANCIAL_VIEW', 'FINANCIAL_TRANSFER_VIEW').put(`/transfer/${id}/file`, form(PDF));
    expect(refusal(answer)).toEqual([403, 'PERMISSION_DENIED']);
    expect((await anonymous.put(`/transfer/${id}/file`, form(PDF))).statusCode).toBe(401);
  });
});

describe('GET /files/:id', () => {
  test('requires a permission for transfers, and leaves a trail', async () => {
    const { id } = await transfer();
    const { id: file } = (await send(id)).json();
    for (const permission of ['FINANCIAL_VIEW', 'FINANCIAL_TRANSFER_VIEW'])
      expect((await as(permission).get(`/files/${file}`)).statusCode).toBe(200);
    for (const permission of ['PROPOSAL_VIEW', 'FINANCIAL_TRANSFER_EDIT', 'CLIENT_VIEW'])
      expect((await as(permission).get(`/files/${file}`)).statusCode).toBe(404);
    expect((await anonymous.get(`/files/${file}`)).statusCode).toBe(401);
    const trail = await trailOf(db, 'transfer', id);
    expect(trail.filter(({ action }) => action === 'read-document')).toHaveLength(2);
  });

  test('refuses a contract’s document', async () => {
    const { id } = await invoice();
    const { proposal_id } = (await as('*').get(`/invoice/${id}`)).json();
    const { id: document } = (await as('*').put(`/proposal/${proposal_id}/OTHER`, form(PDF, 'x.pdf'))).json();
    expect((await staff.get(`/files/${document}`)).statusCode).toBe(404);
    expect((await as('PROPOSAL_VIEW').get(`/files/${document}`)).statusCode).toBe(200);
    // The endpoint of a transfer's files doesn't remove it either.
    expect((await staff.delete(`/transfer/${document}/file`)).statusCode).toBe(404);
  });

  test('opens in another tab by a one-time address', async () => {
    const { id } = await transfer();
    const { url: path } = (await send(id)).json();
    const { url } = (await staff.post('/ticket', { path })).json();
    expect([(await app.inject(url)).statusCode, (await app.inject(url)).statusCode]).toEqual([200, 401]);
  });
});

describe('DELETE /transfer/:fileId/file', () => {
  test('removes it, once', async () => {
    const { id } = await transfer();
    const { id: file } = (await send(id)).json();
    expect((await staff.delete(`/transfer/${file}/file`)).statusCode).toBe(204);
    expect(await filesOf(id)).toEqual([]);
    expect((await staff.get(`/files/${file}`)).statusCode).toBe(404);
    const again = await staff.delete(`/transfer/${file}/file`);
    expect([again.statusCode, again.json().message]).toEqual([404, 'Não encontramos este documento.']);
    expect((await trailOf(db, 'transfer', id)).at(-1)).toMatchObject({
      action: 'remove-document',
      changes: { file_id: file },
    });
  });

  test('requires its permission', async () => {
    const { id } = await transfer();
    const { id: file } = (await send(id)).json();
    expect((await as('FINANCIAL_TRANSFER_VIEW').delete(`/transfer/${file}/file`)).statusCode).toBe(403);
    expect((await anonymous.delete(`/transfer/${file}/file`)).statusCode).toBe(401);
  });
});
