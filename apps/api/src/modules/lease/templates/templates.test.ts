import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { as, db, stop } = await startApp();
afterAll(stop);

const body = '<h1>Contrato</h1><p>Entre <span data-variable="inquilino.nome">Inquilino</span> e o proprietário.</p>';
const create = async (name = 'Locação residencial') =>
  (await as('CONTRACT_TEMPLATE_CREATE').post('/contract/template', { name, body })).json<{ id: number }>();

describe('POST /contract/template', () => {
  test('stores the text', async () => {
    const answer = await as('CONTRACT_TEMPLATE_CREATE').post('/contract/template', { name: ' Locação ', body });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { name: 'Locação', body }]);
  });

  test.each([
    ['a script', '<p>A<script>alert(1)</script></p>', '<p>A</p>'],
    ['a handler', '<p onclick="alert(1)">A</p>', '<p>A</p>'],
    ['a picture from elsewhere', '<p>A<img src="https://mau.example/x.png" onerror="x()"></p>', '<p>A</p>'],
    ['an address', '<p><a href="javascript:alert(1)">A</a></p>', '<p>A</p>'],
    [
      'a style',
      '<p style="position:fixed;text-align:center;background:url(x)">A</p>',
      '<p style="text-align:center">A</p>',
    ],
    ['a frame', '<iframe src="https://mau.example"></iframe><p>A</p>', '<p>A</p>'],
    ['a style sheet', '<style>*{display:none}</style><p>A</p>', '<p>A</p>'],
    ['a drawing', '<svg><script>alert(1)</script></svg><p>A</p>', '<p>A</p>'],
    ['other spellings', '<p><b>A</b> <i>B</i> <strike>C</strike></p>', '<p><strong>A</strong> <em>B</em> <s>C</s></p>'],
  ])('cleans %s', async (_, given, kept) => {
    const answer = await as('CONTRACT_TEMPLATE_CREATE').post('/contract/template', { name: 'Modelo', body: given });
    expect([answer.statusCode, answer.json().body]).toEqual([201, kept]);
  });

  test.each([
    [{ body }, 'name', 'Informe o nome do contrato!'],
    [{ name: '  ', body }, 'name', 'Informe o nome do contrato!'],
    [{ name: 'Modelo' }, 'body', 'Escreva o texto do modelo'],
    [{ name: 'Modelo', body: '<p></p><script>1</script>' }, 'body', 'Escreva o texto do modelo'],
  ])('refuses %j at %s', async (given, field, message) => {
    const before = await db.selectFrom('contract_template').select('id').execute();
    const answer = await as('CONTRACT_TEMPLATE_CREATE').post('/contract/template', given);
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, { field, message }]);
    expect(await db.selectFrom('contract_template').select('id').execute()).toEqual(before);
  });

  test.each(['CONTRACT_TEMPLATE_VIEW', 'PROPOSAL_VIEW', 'CONTRACT_TEMPLATE_EDIT'])(
    '%s isn’t sufficient',
    async (code) => {
      expect((await as(code).post('/contract/template', { name: 'Modelo', body })).statusCode).toBe(403);
    },
  );
});

describe('GET /contract/templates', () => {
  test.each(['CONTRACT_TEMPLATE_VIEW', 'PROPOSAL_VIEW'])('is permitted by %s', async (code) => {
    const { id } = await create('Comercial');
    const answer = await as(code).get('/contract/templates');
    expect(answer.json()[0]).toMatchObject({ id, name: 'Comercial', body });
  });

  test('requires one of these', async () => {
    expect((await as('CLIENT_VIEW').get('/contract/templates')).statusCode).toBe(403);
  });
});

describe('PATCH /contract/template/:id', () => {
  test('changes the name or the text alone', async () => {
    const { id } = await create();
    const renamed = await as('CONTRACT_TEMPLATE_EDIT').patch(`/contract/template/${id}`, { name: 'Temporada' });
    expect(renamed.json()).toMatchObject({ name: 'Temporada', body });
    const rewritten = await as('CONTRACT_TEMPLATE_EDIT').patch(`/contract/template/${id}`, { body: '<p>Novo</p>' });
    expect(rewritten.json()).toMatchObject({ name: 'Temporada', body: '<p>Novo</p>' });
  });

  test('answers 412 for an outdated version', async () => {
    const { id } = await create();
    const read = await as('CONTRACT_TEMPLATE_VIEW').get(`/contract/template/${id}`);
    const edit = (name: string) =>
      as('CONTRACT_TEMPLATE_EDIT').patch(
        `/contract/template/${id}`,
        { name },
        { 'if-match': String(read.headers.etag) },
      );
    expect((await edit('Um')).statusCode).toBe(200);
    const late = await edit('Dois');
    expect([late.statusCode, late.json()]).toMatchObject([412, { saved_by: 'Mariana Dias' }]);
  });

  test('answers 404 when it is missing, and 403 without the permission', async () => {
    expect((await as('CONTRACT_TEMPLATE_EDIT').patch('/contract/template/999999', { name: 'X' })).statusCode).toBe(404);
    const { id } = await create();
    expect((await as('CONTRACT_TEMPLATE_CREATE').patch(`/contract/template/${id}`, { name: 'X' })).statusCode).toBe(
      403,
    );
  });
});

describe('DELETE /contract/template/:id', () => {
  test('deletes it, once', async () => {
    const { id } = await create();
    const remove = () => as('CONTRACT_TEMPLATE_DESTROY').delete(`/contract/template/${id}`);
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    expect((await as('PROPOSAL_VIEW').get(`/contract/template/${id}`)).statusCode).toBe(404);
  });

  test('requires its permission', async () => {
    const { id } = await create();
    expect((await as('CONTRACT_TEMPLATE_EDIT').delete(`/contract/template/${id}`)).statusCode).toBe(403);
  });
});
