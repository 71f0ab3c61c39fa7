import { text } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';

const { app, as, contract, db, deps, stop } = await startApp();
afterAll(stop);

const staff = as('PROPOSAL_UPLOAD', 'PROPOSAL_VIEW');

async function pdf(words = 'Contrato assinado') {
  const document = new PDFDocument();
  document.text(words);
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const send = (id: number, bytes: Uint8Array, type = 'CONTRACT', name = 'contrato.pdf') =>
  staff.put(`/proposal/${id}/${type}`, form(bytes, name));

describe('PUT /proposal/:id/:documentType', () => {
  test('stores a PDF unchanged, and lists it', LONG, async () => {
    const { id } = await contract();
    const bytes = await pdf();
    const answer = await send(id, bytes);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { type: 'CONTRACT', name: 'contrato.pdf', media_type: 'application/pdf', bytes: bytes.length },
    ]);
    const { documents } = (await staff.get(`/proposal/${id}`)).json();
    expect(documents).toEqual([answer.json()]);
    const file = await staff.get(documents[0].url.replace('/api', ''));
    expect(file.rawPayload.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=contrato.pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('re-encodes a photograph, without its metadata', async () => {
    const { id } = await contract();
    const planted = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]);
    const answer = await send(id, planted, 'RG_FRONT', 'rg.jpg');
    expect([answer.statusCode, answer.json().media_type]).toEqual([201, 'image/jpeg']);
    const { key } = await db
      .selectFrom('stored_file')
      .select('key')
      .where('id', '=', answer.json().id)
      .executeTakeFirstOrThrow();
    expect(await text(await deps.files.stream(key))).not.toContain('script');
  });

  test.each(['RG_FRONT', 'RG_BACK', 'MARITAL_CERTIFICATE', 'PROOF_OF_INCOME', 'GUARANTOR', 'CONTRACT', 'OTHER'])(
    'accepts the type %s',
    async (type) => {
      const { id } = await contract();
      expect((await send(id, await pdf(), type)).statusCode).toBe(201);
    },
  );

  test.each(['rg_front', 'NADA', 'guarantor'])('refuses the type %s', async (type) => {
    const { id } = await contract();
    const { statusCode } = await send(id, await pdf(), type);
    // `guarantor` in lower case is the route that adds a guarantor.
    expect(statusCode).toBe(type === 'guarantor' ? 403 : 404);
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a program', Buffer.from('MZ\x90\x00 this program')],
    ['the head of a PDF alone', Buffer.from('%PDF-1.7\nnada')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ])('refuses %s, and stores nothing', async (_, bytes) => {
    const { id } = await contract();
    const answer = await send(id, bytes);
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'Arquivo não suportado']);
    expect((await staff.get(`/proposal/${id}`)).json().documents).toEqual([]);
  });

  test('returns 404 for a missing contract', async () => {
    expect((await send(999_999, await pdf())).statusCode).toBe(404);
    const orphans = await db.selectFrom('stored_file').select('id').where('name', '=', 'ninguém.pdf').execute();
    expect(orphans).toEqual([]);
  });

  test('requires its permission', async () => {
    const { id } = await contract();
    const answer = await as('PROPOSAL_VIEW', 'PROPOSAL_EDIT').put(`/proposal/${id}/OTHER`, form(await pdf(), 'x.pdf'));
    expect(answer.statusCode).toBe(403);
  });

  test('works after the contract ended', async () => {
    const { id } = await contract();
    await as('PROPOSAL_EDIT').patch(`/proposal/${id}/close`);
    expect((await send(id, await pdf())).statusCode).toBe(201);
  });
});

describe('GET /files/:id', () => {
  test('requires a permission for the contract, and leaves a trail', async () => {
    const { id } = await contract();
    const { id: file } = (await send(id, await pdf())).json();
    expect((await as('CLIENT_VIEW').get(`/files/${file}`)).statusCode).toBe(404);
    expect((await app.inject(`/api/files/${file}`)).statusCode).toBe(401);
    await as('PROPOSAL_VIEW').get(`/files/${file}`);
    const traces = await db
      .selectFrom('trail')
      .select('changes')
      .where('record', '=', 'proposal')
      .where('record_id', '=', id)
      .where('action', '=', 'read-document')
      .execute();
    expect(traces).toEqual([{ changes: { file_id: file } }]);
  });

  test('opens in another tab by a one-time address', async () => {
    const { id } = await contract();
    const { url: path } = (await send(id, await pdf())).json();
    const { url } = (await staff.post('/ticket', { path })).json();
    expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject(url)).statusCode).toBe(401);
  });
});

describe('DELETE /proposal/:id/document', () => {
  test('removes it, by ?id= or in the body', async () => {
    const { id } = await contract();
    const one = (await send(id, await pdf())).json();
    const other = (await send(id, await pdf())).json();
    expect((await staff.delete(`/proposal/${id}/document?id=${one.id}`)).statusCode).toBe(204);
    expect((await staff.delete(`/proposal/${id}/document`, { id: other.id })).statusCode).toBe(204);
    expect((await staff.get(`/proposal/${id}`)).json().documents).toEqual([]);
    expect((await staff.get(`/files/${one.id}`)).statusCode).toBe(404);
    expect((await staff.delete(`/proposal/${id}/document?id=${one.id}`)).statusCode).toBe(404);
  });

  test('refuses a document of another contract', async () => {
    const mine = await contract();
    const theirs = await contract();
    const document = (await send(theirs.id, await pdf())).json();
    const answer = await staff.delete(`/proposal/${mine.id}/document?id=${document.id}`);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Não foi possível deletar o documento']);
    expect((await staff.get(`/files/${document.id}`)).statusCode).toBe(200);
  });

  test('requires its permission', async () => {
    const { id } = await contract();
    const document = (await send(id, await pdf())).json();
    expect((await as('PROPOSAL_EDIT').delete(`/proposal/${id}/document?id=${document.id}`)).statusCode).toBe(403);
  });
});
