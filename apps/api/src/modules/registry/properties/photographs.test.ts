import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';

const { as, anonymous, property, contract, client, owner, db, deps, stop } = await startApp();
const folder = await mkdtemp(join(tmpdir(), 'morada-fotografias-'));
const own = openStorage({ DATA_DIR: folder });
const away = openStorage({ DATA_DIR: folder, STORAGE_URL: 's3://chave:segredo@127.0.0.1:9/fotos?insecure' });
beforeEach(() => {
  deps.files = own;
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
type Image = { id: number; name: string; url: string; thumbnail: string };
const staff = as('PROPERTY_EDIT');
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code];
const show = async (id: number) => (await as('PROPERTY_VIEW').get(`/property/${id}/admin`)).json();
const send = async (id: number, name = 'sala.jpg', headers?: Record<string, string>) =>
  staff.put(`/property/${id}/images`, form(await jpeg(60, 40), name), headers);
const remove = (id: number) => staff.delete(`/property/${id}/images`);
/** Without the API's prefix, which the test client adds. */
const open = (url: string) => anonymous.get(url.replace(/^\/api/, ''));
const files = async () =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const rowsOf = (id: number) =>
  db
    .selectFrom('property_image')
    .select(['id', 'key', 'name', 'position', 'width', 'height', 'bytes'])
    .where('property_id', '=', id)
    .orderBy('position')
    .execute();
const trailOf = async (id: number) =>
  db
    .selectFrom('trail')
    .select(['actor', 'action', 'changes'])
    .where('record', '=', 'property')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

describe('PUT /property/:id/images', () => {
  test('requires a session and its permission', async () => {
    const { id } = await property();
    const body = form(await jpeg(60, 40));
    expect((await anonymous.put(`/property/${id}/images`, body)).statusCode).toBe(401);
    expect(refusal(await as('PROPERTY_VIEW', 'PROPERTY_CREATE').put(`/property/${id}/images`, body))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('stores the photograph in its sizes, and leaves a trail', LONG, async () => {
    const { id, updated_at } = await property();
    const answer = await staff.put(`/property/${id}/images`, form(await jpeg(2400, 1200), '../Sala de estar.JPG'));
    expect(answer.statusCode).toBe(201);
    const image = answer.json();
    const [row] = await rowsOf(id);
    expect(image).toEqual({
      id: row?.id,
      name: 'Sala de estar.JPG',
      url: `/api/image/full/${row?.key}.jpg`,
      source: `/api/image/full/${row?.key}.jpg`,
      thumbnail: `/api/image/thumb/${row?.key}.jpg`,
      width: 1920,
      height: 960,
    });
    const [full, thumb] = [await open(image.url), await open(image.thumbnail)];
    expect(full.rawPayload.length).toBe(row?.bytes);
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1920, height: 960 });
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 240 });
    expect((await show(id)).updated_at > updated_at).toBe(true);
    expect(await trailOf(id)).toEqual([
      { actor: 'Mariana Dias', action: 'add-image', changes: { image_id: image.id, name: 'Sala de estar.JPG' } },
    ]);
  });

  test('appends it; the first one is the cover', LONG, async () => {
    const { id } = await property({ street: 'Rua das Fotografias' });
    const face = async () => {
      const { data } = (await as('PROPERTY_VIEW').get('/property?query=fotografias')).json();
      const { image } = await show(id);
      return [data[0].image, image];
    };
    expect(await face()).toEqual([null, null]);
    const [first, second]: Image[] = [(await send(id)).json(), (await send(id, 'quarto.jpg')).json()];
    expect((await show(id)).images).toEqual([first, second]);
    expect(await face()).toEqual([first?.thumbnail, first?.thumbnail]);
    await staff.patch(`/property/${id}/images/position`, { data: [second?.id, first?.id] });
    expect(await face()).toEqual([second?.thumbnail, second?.thumbnail]);
    await remove(second?.id ?? 0);
    expect(await face()).toEqual([first?.thumbnail, first?.thumbnail]);
  });

  test('keeps the version that open forms hold', async () => {
    const { id } = await property();
    expect((await send(id)).statusCode).toBe(201);
    expect((await staff.patch(`/property/${id}`, { garage: 2 }, { 'if-match': '"1"' })).statusCode).toBe(200);
  });

  test('leaves no file without a row', async () => {
    const { id } = await property();
    const before = await files();
    expect(refusal(await send(999_999))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    expect(refusal(await send(id, 'sala.jpg', { 'if-match': '"7"' }))).toEqual([412, 'STALE_VERSION']);
    await as('PROPERTY_REMOVE').delete(`/property/${id}`);
    expect(refusal(await send(id))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    expect(await files()).toEqual(before);
  });

  test('inserts no row when the storage is down', async () => {
    const { id } = await property();
    deps.files = away;
    expect(refusal(await send(id))).toEqual([503, 'UNAVAILABLE']);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('gives each of twenty concurrent uploads its own position', LONG, async () => {
    const { id } = await property();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => send(id, `${number}.jpg`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    expect((await rowsOf(id)).map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, place) => place));
    expect(new Set((await rowsOf(id)).map(({ key }) => key)).size).toBe(20);
  });

  test('accepts at most sixty, also concurrently', async () => {
    const { id } = await property();
    const held = Array.from({ length: 58 }, (_, position) => ({
      property_id: id,
      key: `guardada-${position}`,
      name: 'sala.jpg',
      width: 60,
      height: 40,
      bytes: 1,
      position,
    }));
    await db.insertInto('property_image').values(held).execute();
    const before = await files();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 422, 422, 422]);
    const refused = answers.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json()).toMatchObject({
      code: 'TOO_MANY_IMAGES',
      errors: [{ field: 'file', message: 'Use até 60 fotografias por imóvel' }],
    });
    expect(await rowsOf(id)).toHaveLength(60);
    expect((await files()).length - before.length).toBe(6);
    expect(refusal(await send(id))).toEqual([422, 'TOO_MANY_IMAGES']);
  });
});

describe('DELETE /property/:imageId/images', () => {
  test('removes the files', LONG, async () => {
    const { id } = await property();
    const [kept, gone]: Image[] = [(await send(id)).json(), (await send(id)).json()];
    expect((await remove(gone?.id ?? 0)).statusCode).toBe(204);
    expect((await open(gone?.url ?? '')).statusCode).toBe(404);
    expect((await open(gone?.thumbnail ?? '')).statusCode).toBe(404);
    expect((await open(kept?.url ?? '')).statusCode).toBe(200);
    expect((await show(id)).images).toEqual([kept]);
  });

  test('succeeds while the storage is down', async () => {
    const { id } = await property();
    const { id: imageId } = (await send(id)).json();
    deps.files = away;
    expect((await remove(imageId)).statusCode).toBe(204);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('keeps the files of a deleted property, whose row remains', async () => {
    const { id } = await property();
    const { url } = (await send(id)).json();
    await as('PROPERTY_REMOVE').delete(`/property/${id}`);
    expect((await open(url)).statusCode).toBe(200);
  });
});

describe('POST /property/:id/clone', () => {
  const clone = (id: number, headers?: Record<string, string>) =>
    as('PROPERTY_CREATE', 'PROPERTY_VIEW').post(`/property/${id}/clone`, undefined, headers);

  test('requires a session and both permissions', async () => {
    const { id } = await property();
    expect((await anonymous.post(`/property/${id}/clone`)).statusCode).toBe(401);
    for (const permission of ['PROPERTY_CREATE', 'PROPERTY_VIEW', 'PROPERTY_EDIT'])
      expect(refusal(await as(permission).post(`/property/${id}/clone`))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('copies the description, without people and visits', async () => {
    const [main, second] = [await owner({ name: 'Olga Lima' }), await owner({ name: 'Pedro Lima' })];
    const place = await property({
      price: 350_000,
      owners: [{ id: main.id, share: 7_000 }, { id: second.id }],
      fees: [
        { name: 'Condomínio', price: 40_000 },
        { name: 'IPTU', price: 12_050, to_owner: true },
      ],
    });
    const { id } = place;
    await staff.patch(`/property/${id}`, { bedrooms: 3, spotlight: true, platform: 'OLX', external_id: 'olx-77' });
    await staff.put(`/property/${id}/information`, { description: 'Casa com quintal', land_area: 360.5, pet: true });
    await staff.put(`/property/${id}/features`, { data: ['Piscina', 'Varanda'] });
    await send(id, 'fachada.jpg');
    await send(id, 'quarto.jpg');
    await db
      .insertInto('schedule')
      .values({ property_id: id, date: '2026-03-12', shift: 'AM', name: 'Rita' })
      .execute();
    await db.updateTable('property').set({ views: 900 }).where('id', '=', id).execute();
    await contract({ property_id: id, user_id: (await client()).id });
    const original = await as('*').get(`/property/${id}/admin`);

    const answer = await clone(id);
    expect([answer.statusCode, answer.headers.etag]).toEqual([201, '"1"']);
    const copy = answer.json();
    const anew = ({ id: number, ...part }: { id: number }) => ({ ...part, id: expect.not.toBeOneOf([number]) });
    const { images, image: _, ...rest } = original.json();
    expect(copy).toEqual({
      ...rest,
      id: copy.id,
      status: 'AVAILABLE',
      // Off the site until somebody advertises it.
      advertised: false,
      views: 0,
      external_id: null,
      proposal_id: null,
      schedules: [],
      features: rest.features.map(anew),
      fees: rest.fees.map(anew),
      relationship: rest.relationship.filter(
        ({ pivot }: { pivot: { relationship: string } }) => pivot.relationship === 'OWNER',
      ),
      images: expect.any(Array),
      image: copy.images[0].thumbnail,
      created_at: copy.created_at,
      updated_at: copy.updated_at,
    });
    expect(copy.id).not.toBe(id);
    expect(copy.owners).toMatchObject([
      { id: main.id, share: 70 },
      { id: second.id, share: 30 },
    ]);
    expect(copy.images.map(({ name }: Image) => name)).toEqual(['fachada.jpg', 'quarto.jpg']);
    expect((await trailOf(id)).at(-1)).toMatchObject({ action: 'clone', changes: { clone_id: copy.id } });
    expect(await trailOf(copy.id)).toMatchObject([{ action: 'create', changes: { cloned_from: id } }]);
    for (const [index, { url }] of copy.images.entries()) {
      expect(url).not.toBe(images[index].url);
      expect((await open(url)).rawPayload).toEqual((await open(images[index].url)).rawPayload);
    }
  });

  test('gives the copy photographs of its own', async () => {
    const { id } = await property();
    const original: Image = (await send(id)).json();
    const [copy]: Image[] = (await clone(id)).json().images;
    await remove(original.id);
    expect((await open(copy?.url ?? '')).statusCode).toBe(200);
    const [again]: Image[] = (await clone((await clone(id)).json().id)).json().images;
    expect(again).toBeUndefined();
  });

  test('copies a rejected request without its reason', async () => {
    const { id } = await property();
    await staff.patch(`/property/${id}`, { status: 'UNAVAILABLE', reason: 'Fotos escuras' });
    expect((await clone(id)).json()).toMatchObject({ status: 'AVAILABLE', advertised: false, reason: null });
  });

  test('creates one copy for each call, and one for a repeated key', async () => {
    const { id } = await property();
    await send(id);
    const two = await Promise.all([clone(id), clone(id)]);
    expect(new Set([id, ...two.map((answer) => answer.json().id)]).size).toBe(3);

    const before = await files();
    const key = { 'idempotency-key': 'clonar-1' };
    const same = await Promise.all([clone(id, key), clone(id, key), clone(id, key)]);
    expect(same.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(same.map((answer) => answer.json().id)).size).toBe(1);
    expect((await files()).length - before.length).toBe(3);
    const { id: other } = await property();
    expect(refusal(await clone(other, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('leaves out a photograph whose file is missing', async () => {
    const { id } = await property();
    const [lost, found] = [(await send(id, 'perdida.jpg')).json(), (await send(id, 'achada.jpg')).json()];
    await rm(join(folder, 'files', lost.url.replace('/api/', '')));
    expect((await clone(id)).json().images).toMatchObject([{ name: found.name }]);
  });

  test('creates nothing when the storage is down', async () => {
    const { id } = await property({ street: 'Rua sem Cópia' });
    await send(id);
    deps.files = away;
    expect(refusal(await clone(id))).toEqual([503, 'UNAVAILABLE']);
    expect((await as('PROPERTY_VIEW').get('/property?query=sem copia')).json().total).toBe(1);
  });

  test('requires an existing property, at the version read', async () => {
    const { id } = await property();
    expect(refusal(await clone(999_999))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    expect(refusal(await clone(id, { 'if-match': '"7"' }))).toEqual([412, 'STALE_VERSION']);
  });
});
