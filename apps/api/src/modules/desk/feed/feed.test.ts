import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { jpeg } from '#test/pictures.ts';

const { app, as, db, signIn, stop } = await startApp();
afterAll(stop);

const author = as('FEED_VIEW', 'FEED_CREATE', 'FEED_EDIT', 'FEED_DESTROY');
const reader = as('FEED_VIEW');
const BODY = '<p>O laudo protege os dois lados.</p>';

type Sent = { title?: string; body?: string; image?: Uint8Array | string };

/** Form data as a browser sends it. */
async function form(sent: Sent) {
  const data = new FormData();
  for (const name of ['title', 'body'] as const) if (sent[name] !== undefined) data.append(name, sent[name]);
  if (sent.image !== undefined)
    data.append('image', new Blob([new Uint8Array(Buffer.from(sent.image))], { type: 'image/jpeg' }), 'capa.jpg');
  return data;
}
const publish = async (sent: Sent = {}, caller = author) =>
  caller.post('/feed', await form({ title: 'Vistoria de entrada', body: BODY, image: await jpeg(60, 40), ...sent }));
const edit = async (id: number, sent: Sent, headers: Record<string, string> = {}, caller = author) =>
  caller.patch(`/feed/${id}`, await form(sent), headers);
const trailOf = (id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'changes'])
    .where('record', '=', 'post')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
const count = async () =>
  (
    await db
      .selectFrom('post')
      .select((q) => q.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;
const isThere = async (url: string) => (await app.inject({ url })).statusCode === 200;

describe('POST /feed', () => {
  test('publishes, with the image in two sizes, and leaves a trail', LONG, async () => {
    const answer = await publish({ image: await jpeg(2_400, 1_200) });
    const post = answer.json();
    expect([answer.statusCode, post]).toEqual([
      201,
      {
        id: expect.any(Number),
        title: 'Vistoria de entrada',
        body: BODY,
        image: expect.stringMatching(/^\/api\/image\/full\/[\w-]{22}\.jpg$/),
        thumbnail: expect.stringMatching(/^\/api\/image\/thumb\/[\w-]{22}\.jpg$/),
        image_width: 1_920,
        image_height: 960,
        views: 0,
        path: `/blog/${post.id}/vistoria-de-entrada`,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect([await isThere(post.image), await isThere(post.thumbnail)]).toEqual([true, true]);
    expect(await trailOf(post.id)).toEqual([{ action: 'create', changes: { title: 'Vistoria de entrada' } }]);
  });

  test.each<[string, Sent, string, string]>([
    ['title', { title: '  ' }, 'title', 'Informe o título da notícia!'],
    ['long title', { title: 'x'.repeat(201) }, 'title', 'Use até 200 caracteres'],
    ['text', { body: '' }, 'body', 'Escreva o texto da notícia'],
    ['text beside its tags', { body: '<p> </p><script>alert(1)</script>' }, 'body', 'Escreva o texto da notícia'],
    ['short enough text', { body: `<p>${'x'.repeat(200_000)}</p>` }, 'body', 'O texto é longo demais'],
    ['picture', { image: '' }, 'image', 'Insira uma imagem!'],
    ['picture that is one', { image: '<svg onload="alert(1)"/>' }, 'image', 'Arquivo não suportado'],
  ])('requires a %s, and stores nothing otherwise', async (_, sent, field, message) => {
    const before = await count();
    const answer = await publish(sent);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
    expect(await count()).toBe(before);
  });

  test('reports all missing fields at once', async () => {
    const answer = await author.post('/feed', await form({}));
    expect(answer.json().errors).toEqual([
      { field: 'title', message: 'Informe o título da notícia!' },
      { field: 'body', message: 'Escreva o texto da notícia' },
      { field: 'image', message: 'Insira uma imagem!' },
    ]);
  });

  test('refuses an oversized text while reading it', async () => {
    const answer = await publish({ body: 'x'.repeat(1_000_001) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      [{ field: 'body', message: 'O texto é longo demais' }],
    ]);
  });

  test('refuses JSON', async () => {
    expect((await author.post('/feed', { title: 'Sem imagem', body: BODY })).statusCode).toBe(415);
  });

  test('removes markup that the editor can’t write, and keeps the text', async () => {
    const body = [
      '<h1 style="text-align:center;position:fixed">Título</h1>',
      '<p onclick="alert(1)">Um <b>parágrafo</b> com <a href="javascript:alert(2)">endereço</a>.</p>',
      '<img src=x onerror="alert(3)"><iframe src="https://mal.com"></iframe><script>alert(4)</script>',
      '<style>body{display:none}</style><svg><script>alert(5)</script></svg><span data-variable="x">chip</span>',
      '<ul><li>item</li></ul><p><u>1 < 2</u></p>',
    ].join('');
    const { id } = (await publish({ body })).json();
    const kept =
      '<h1 style="text-align:center">Título</h1><p>Um <strong>parágrafo</strong> com endereço.</p>chip<ul><li>item</li></ul><p><u>1 &lt; 2</u></p>';
    const row = await db.selectFrom('post').select('body').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.body).toBe(kept);
    expect((await reader.get(`/feed/${id}`)).json().body).toBe(kept);
  });

  test('sanitises stored markup on output', async () => {
    const { id } = (await publish()).json();
    await db
      .updateTable('post')
      .set({ body: '<p>Bom dia<script>alert(1)</script></p>' })
      .where('id', '=', id)
      .execute();
    expect((await reader.get(`/feed/${id}`)).json().body).toBe('<p>Bom dia</p>');
  });

  test('stores one post for a repeated key, and refuses another form under it', async () => {
    const { token } = await signIn('FEED_CREATE');
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'uma-vez' };
    const image = await jpeg(60, 40);
    const send = async (title: string) =>
      app.inject({ method: 'POST', url: '/api/feed', headers, payload: await form({ title, body: BODY, image }) });
    const before = await count();
    const [first, again] = [await send('Uma vez'), await send('Uma vez')];
    expect([again.statusCode, again.json().id]).toEqual([201, first.json().id]);
    expect(await isThere(first.json().image)).toBe(true);
    expect((await send('Outra')).statusCode).toBe(422);
    expect(await count()).toBe(before + 1);
  });

  test('requires its permission', async () => {
    const before = await count();
    expect((await publish({}, as('FEED_VIEW', 'FEED_EDIT', 'FEED_DESTROY'))).statusCode).toBe(403);
    expect(await count()).toBe(before);
  });
});

describe('GET /feed', () => {
  test('lists posts newest first, without their texts: all, or a page of twenty', async () => {
    const made: number[] = [];
    for (let more = 0; more < 21; more += 1) made.unshift((await publish()).json().id);
    const all = (await reader.get('/feed')).json();
    expect(all.slice(0, 21).map((row: { id: number }) => row.id)).toEqual(made);
    expect(all[0]).not.toHaveProperty('body');
    const total = await count();
    const first = (await reader.get('/feed?page=1')).json();
    expect([first.data.length, first.page, first.total]).toEqual([20, 1, total]);
    expect(first.data[0]).toEqual(all[0]);
    expect((await reader.get('/feed?page=2')).json().data[0].id).toBe(made[20]);
  });

  test('requires its permission', async () => {
    expect((await as('FEED_CREATE', 'FEED_EDIT').get('/feed')).statusCode).toBe(403);
  });
});

describe('GET /feed/:id', () => {
  test('requires the permission to read or to edit', async () => {
    const { id } = (await publish()).json();
    for (const caller of [reader, as('FEED_EDIT')]) {
      const answer = await caller.get(`/feed/${id}`);
      expect([answer.statusCode, answer.headers.etag, answer.json().body]).toEqual([200, '"1"', BODY]);
    }
    expect((await as('FEED_CREATE').get(`/feed/${id}`)).statusCode).toBe(403);
  });

  test.each(['999999', '0', 'abc'])('returns 404 for %s', async (id) => {
    expect((await reader.get(`/feed/${id}`)).statusCode).toBe(404);
  });
});

describe('PATCH /feed/:id', () => {
  test('changes the given fields only', async () => {
    const post = (await publish()).json();
    const answer = await edit(post.id, { title: 'Vistoria de saída' }, { 'if-match': '"1"' });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json()).toEqual({
      ...post,
      title: 'Vistoria de saída',
      path: `/blog/${post.id}/vistoria-de-saida`,
      updated_at: expect.any(String),
    });
    expect((await trailOf(post.id)).at(-1)).toEqual({
      action: 'update',
      changes: { title: ['Vistoria de entrada', 'Vistoria de saída'] },
    });
  });

  test('replaces the image and removes the former files', async () => {
    const post = (await publish()).json();
    const changed = (await edit(post.id, { image: await jpeg(300, 400) })).json();
    expect([changed.image_width, changed.image_height, changed.body]).toEqual([300, 400, BODY]);
    expect([await isThere(changed.image), await isThere(post.image), await isThere(post.thumbnail)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await trailOf(post.id)).at(-1)).toEqual({ action: 'update', changes: { image: true } });
  });

  test('writes nothing for the same values', async () => {
    const { id } = (await publish()).json();
    const answer = await edit(id, { title: 'Vistoria de entrada', body: BODY });
    expect([answer.statusCode, answer.headers.etag, (await trailOf(id)).length]).toEqual([200, '"1"', 1]);
  });

  test('refuses an outdated version, image included', async () => {
    const post = (await publish()).json();
    await edit(post.id, { title: 'De outra pessoa' });
    const late = await edit(post.id, { body: '<p>Tarde</p>', image: await jpeg(60, 40) }, { 'if-match': '"1"' });
    expect([late.statusCode, late.json()]).toMatchObject([
      412,
      { message: 'Outra pessoa salvou este cadastro antes.', saved_by: 'Mariana Dias' },
    ]);
    expect((await reader.get(`/feed/${post.id}`)).json()).toMatchObject({
      title: 'De outra pessoa',
      body: BODY,
      image: post.image,
    });
    expect(await isThere(post.image)).toBe(true);
  });

  test.each<[Sent, number, string]>([
    [{ title: '' }, 422, 'Informe o título da notícia!'],
    [{ body: '<p></p>' }, 422, 'Escreva o texto da notícia'],
    [{ image: 'texto' }, 422, 'Arquivo não suportado'],
  ])('refuses %j', async (sent, status, message) => {
    const { id, ...post } = (await publish()).json();
    const answer = await edit(id, sent);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([status, message]);
    expect((await reader.get(`/feed/${id}`)).json()).toMatchObject(post);
  });

  test('requires its permission, and an existing post', async () => {
    const { id } = (await publish()).json();
    expect((await edit(id, { title: 'Outro' }, {}, as('FEED_VIEW', 'FEED_CREATE'))).statusCode).toBe(403);
    expect((await edit(999_999, { title: 'Outro', image: await jpeg(60, 40) })).statusCode).toBe(404);
  });
});

describe('DELETE /feed/:id', () => {
  test('deletes the post and its image', async () => {
    const post = (await publish()).json();
    expect((await author.delete(`/feed/${post.id}`)).statusCode).toBe(204);
    expect((await reader.get(`/feed/${post.id}`)).json().message).toBe('Não encontramos esta notícia.');
    expect((await reader.get('/feed')).json().map((row: { id: number }) => row.id)).not.toContain(post.id);
    expect([await isThere(post.image), await isThere(post.thumbnail)]).toEqual([false, false]);
    expect((await trailOf(post.id)).at(-1)).toEqual({ action: 'delete', changes: { title: 'Vistoria de entrada' } });
    expect((await author.delete(`/feed/${post.id}`)).statusCode).toBe(404);
    expect((await edit(post.id, { title: 'De volta' })).statusCode).toBe(404);
  });

  test('refuses an outdated version and a missing permission', async () => {
    const { id } = (await publish()).json();
    await edit(id, { title: 'Mais nova' });
    expect((await author.delete(`/feed/${id}`, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
    expect((await as('FEED_VIEW', 'FEED_EDIT').delete(`/feed/${id}`)).statusCode).toBe(403);
    expect((await reader.get(`/feed/${id}`)).statusCode).toBe(200);
  });
});
