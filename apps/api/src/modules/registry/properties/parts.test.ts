import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { as, anonymous, property, photograph, db, stop } = await startApp();
afterAll(stop);

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
type Part = { id: number; name: string };
type Kind = 'features' | 'fees' | 'images';
const KINDS: Kind[] = ['features', 'fees', 'images'];

const staff = as('PROPERTY_EDIT');
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};
const show = async (id: number) => (await as('PROPERTY_VIEW').get(`/property/${id}/admin`)).json();
const names = (parts: Part[]) => parts.map(({ name }) => name);
const ids = (parts: Part[]) => parts.map(({ id }) => id);
const trailOf = (id: number) =>
  db
    .selectFrom('trail')
    .select(['actor', 'action', 'changes'])
    .where('record', '=', 'property')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
const setFeatures = (id: number, data: unknown, headers?: Record<string, string>) =>
  staff.put(`/property/${id}/features`, { data }, headers);
const setFees = (id: number, data: unknown) => staff.put(`/property/${id}/fees`, { data });
const sort = (kind: Kind, id: number, data: unknown, headers?: Record<string, string>) =>
  staff.patch(`/property/${id}/${kind}/position`, { data }, headers);
const remove = (kind: Kind, id: number) => staff.delete(`/property/${id}/${kind}`);

/** Ids beyond every sequence of this test. */
let far = 1_000_000;

/** A property with three of each. */
async function furnished() {
  const { id } = await property({
    fees: [
      { name: 'Condomínio', price: 40_000 },
      { name: 'IPTU', price: 12_000 },
      { name: 'Seguro', price: 3_000, to_owner: true },
    ],
  });
  await setFeatures(id, ['Piscina', 'Portaria', 'Varanda']);
  for (const name of ['sala.jpg', 'quarto.jpg', 'planta.jpg']) await photograph(id, name);
  return show(id);
}

const CALLS = [
  ['put', '/property/1/features'],
  ['patch', '/property/1/features/position'],
  ['patch', '/property/1/fees/position'],
  ['patch', '/property/1/images/position'],
  ['delete', '/property/1/features'],
  ['delete', '/property/1/fees'],
  ['delete', '/property/1/images'],
] as const;

describe.each(CALLS)('%s %s', (method, url) => {
  test('requires a session', async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
  });
  test('requires its permission', async () => {
    expect(refusal(await as('PROPERTY_VIEW', 'PROPERTY_CREATE')[method](url))).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('PUT /property/:id/features', () => {
  test('stores the order, and leaves a trail', async () => {
    const { id } = await property();
    const answer = await setFeatures(id, ['Piscina', ' Portaria 24 h ']);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json().features).toEqual([
      { id: expect.any(Number), name: 'Piscina' },
      { id: expect.any(Number), name: 'Portaria 24 h' },
    ]);
    expect(await trailOf(id)).toEqual([
      { actor: 'Mariana Dias', action: 'features', changes: { features: [[], ['Piscina', 'Portaria 24 h']] } },
    ]);
    expect(refusal(await setFeatures(id, [], { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
    expect((await setFeatures(id, [], { 'if-match': '"2"' })).json().features).toEqual([]);
  });

  test('keeps the ids of continued rows', async () => {
    const { id, features } = await furnished();
    const [piscina, , varanda] = ids(features);
    const saved: Part[] = (await setFeatures(id, ['Varanda', 'Churrasqueira', 'Piscina'])).json().features;
    expect(names(saved)).toEqual(['Varanda', 'Churrasqueira', 'Piscina']);
    expect([saved[0]?.id, saved[2]?.id]).toEqual([varanda, piscina]);
    expect(ids(features)).not.toContain(saved[1]?.id);
  });

  test('accepts a name twice, each with its position', async () => {
    const { id } = await property();
    const first: Part[] = (await setFeatures(id, ['Suíte', 'Suíte'])).json().features;
    const again: Part[] = (await setFeatures(id, ['Suíte', 'Closet', 'Suíte'])).json().features;
    expect([again[0]?.id, again[2]?.id]).toEqual(ids(first));
  });

  test.each([
    [[''], 'data.0', 'Informe o nome'],
    [['Piscina', '   '], 'data.1', 'Informe o nome'],
    [['x'.repeat(81)], 'data.0', 'Use até 80 caracteres'],
    [['Pis\u0000cina'], 'data.0', 'Há caracteres inválidos'],
    [Array(101).fill('Piscina'), 'data', 'Use até 100 características'],
  ])('refuses %j', async (data, field, message) => {
    const { id } = await property();
    expect(firstError(await setFeatures(id, data))).toEqual([422, field, message]);
    expect((await show(id)).features).toEqual([]);
  });

  test.each([undefined, 'Piscina', [null], [{ name: 'Piscina' }], [7]])('answers 422 to %j', async (data) => {
    const { id } = await property();
    expect((await setFeatures(id, data)).statusCode).toBe(422);
  });

  test('requires an existing property', async () => {
    expect(refusal(await setFeatures(999_999, ['Piscina']))).toEqual([404, 'PROPERTY_NOT_FOUND']);
  });
});

describe('PUT /property/:id/fees', () => {
  test('keeps the ids of continued rows: by all fields, else by name', async () => {
    const { id, fees } = await furnished();
    const [condominio, iptu, seguro] = ids(fees);
    const answer = await setFees(id, [
      { name: 'Seguro', price: 30, to_owner: true },
      { name: 'IPTU', price: 125.5 },
      { name: 'Taxa de lixo', price: 10 },
      { name: 'Condomínio', price: 400, to_owner: true },
    ]);
    expect(answer.json().fees).toEqual([
      { id: seguro, name: 'Seguro', price: 30, to_owner: true },
      { id: iptu, name: 'IPTU', price: 125.5, to_owner: false },
      { id: expect.any(Number), name: 'Taxa de lixo', price: 10, to_owner: false },
      { id: condominio, name: 'Condomínio', price: 400, to_owner: true },
    ]);
  });

  test('matches two rows of one name separately', async () => {
    const { id } = await property();
    const [first, second] = (
      await setFees(id, [
        { name: 'Extra', price: 10 },
        { name: 'Extra', price: 20 },
      ])
    ).json().fees;
    const turned = await setFees(id, [
      { name: 'Extra', price: 20 },
      { name: 'Extra', price: 15 },
    ]);
    expect(turned.json().fees).toMatchObject([
      { id: second.id, price: 20 },
      { id: first.id, price: 15 },
    ]);
  });

  test('stores one of two concurrent lists, whole', LONG, async () => {
    const { id } = await furnished();
    const lists = [['A', 'B'], ['C'], ['D', 'E', 'F']];
    await Promise.all(
      lists.map((list) =>
        setFees(
          id,
          list.map((name) => ({ name, price: 1 })),
        ),
      ),
    );
    expect(lists).toContainEqual(names((await show(id)).fees));
  });
});

describe.each(KINDS)('PATCH /property/:id/%s/position', (kind) => {
  test('stores the order, leaves a trail and keeps the version', async () => {
    const place = await furnished();
    const [a, b, c] = ids(place[kind]);
    const answer = await sort(kind, place.id, [c, a, b]);
    expect(answer.statusCode).toBe(200);
    expect(ids(answer.json()[kind])).toEqual([c, a, b]);
    expect(ids((await show(place.id))[kind])).toEqual([c, a, b]);
    expect(answer.headers.etag).toBe('"2"');
    expect(answer.json().updated_at > place.updated_at).toBe(true);
    expect((await trailOf(place.id)).at(-1)).toEqual({
      actor: 'Mariana Dias',
      action: 'sort',
      changes: {
        [kind]: [
          [a, b, c],
          [c, a, b],
        ],
      },
    });
  });

  test('accepts rows instead of ids', async () => {
    const place = await furnished();
    const turned = place[kind].toReversed();
    expect((await sort(kind, place.id, turned)).json()[kind]).toEqual(turned);
  });

  test('requires each id exactly once', async () => {
    const [place, other] = [await furnished(), await furnished()];
    const [a, b, c] = ids(place[kind]);
    const foreign = other[kind][0].id;
    for (const data of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, foreign], [a, b, foreign], [a, b, 999_999]])
      expect(refusal(await sort(kind, place.id, data))).toEqual([422, 'WRONG_ORDER']);
    expect(ids((await show(place.id))[kind])).toEqual([a, b, c]);
    expect(ids((await show(other.id))[kind])[0]).toBe(foreign);
  });

  test.each([undefined, 'abc', [0], [-1], ['1'], [1.5], [1e20], [null], [{}], Array(201).fill(1)])(
    'answers 422 to %j',
    async (data) => {
      const { id } = await property();
      expect((await sort(kind, id, data)).statusCode).toBe(422);
    },
  );

  test('requires an existing property, at the version read', async () => {
    const { id } = await property();
    expect(refusal(await sort(kind, 999_999, []))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    expect(refusal(await sort(kind, id, [], { 'if-match': '"7"' }))).toEqual([412, 'STALE_VERSION']);
  });
});

describe.each([
  ['features', 'FEATURE_NOT_FOUND', 'Não foi possível remover a característica'],
  ['fees', 'FEE_NOT_FOUND', 'Não foi possível remover a taxa'],
  ['images', 'IMAGE_NOT_FOUND', 'Não foi possível remover a imagem'],
] as const)('DELETE /property/:partId/%s', (kind, code, message) => {
  test('removes the part, leaves a trail and keeps the version', async () => {
    const place = await furnished();
    const [a, b, c] = ids(place[kind]);
    expect((await remove(kind, b ?? 0)).statusCode).toBe(204);
    const after = await as('PROPERTY_VIEW').get(`/property/${place.id}/admin`);
    expect(ids(after.json()[kind])).toEqual([a, c]);
    expect(after.headers.etag).toBe('"2"');
    expect(after.json().updated_at > place.updated_at).toBe(true);
    expect((await trailOf(place.id)).at(-1)).toMatchObject({
      actor: 'Mariana Dias',
      action: 'remove-part',
      changes: { [kind]: [{ id: b }, null] },
    });
  });

  test('removes once', async () => {
    const place = await furnished();
    const id = place[kind][0].id;
    const answers = await Promise.all([remove(kind, id), remove(kind, id), remove(kind, id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404, 404]);
    const refused = answers.find(({ statusCode }) => statusCode === 404);
    expect(refused?.json()).toMatchObject({ code, message });
  });

  test('refuses an id of another kind', async () => {
    const { id: property_id } = await property();
    const numbers = { features: ++far, fees: ++far, images: ++far };
    const row = { property_id, name: 'x', position: 0 };
    await db
      .insertInto('property_feature')
      .values({ ...row, id: numbers.features })
      .execute();
    await db
      .insertInto('property_fee')
      .values({ ...row, id: numbers.fees, price: 1 })
      .execute();
    const file = { key: String(far), width: 1, height: 1, bytes: 1 };
    await db
      .insertInto('property_image')
      .values({ ...row, ...file, id: numbers.images })
      .execute();
    for (const other of KINDS.filter((one) => one !== kind))
      expect(refusal(await remove(kind, numbers[other]))).toEqual([404, code]);
    const { features, fees, images } = await show(property_id);
    expect([...ids(features), ...ids(fees), ...ids(images)]).toEqual(Object.values(numbers));
  });

  test('refuses a deleted property’s part', async () => {
    const place = await furnished();
    await as('PROPERTY_REMOVE').delete(`/property/${place.id}`);
    expect(refusal(await remove(kind, place[kind][0].id))).toEqual([404, 'PROPERTY_NOT_FOUND']);
  });

  test.each(['abc', '1e3', '99999999999999999999'])('answers 404 to %s', async (id) => {
    expect((await staff.delete(`/property/${id}/${kind}`)).statusCode).toBe(404);
  });
});
