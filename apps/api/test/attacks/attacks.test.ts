import { cleanText, oneLine } from '@morada/domain/base/written';
import type { LightMyRequestResponse as Answer, InjectOptions } from 'fastify';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { described, honest, type Schema } from '../calls/described.ts';
import { agree, fillAgency } from '../collection.ts';
import { clientDesk, clientSession, wordsOf } from '../desks/client-desk.ts';
import { shownAfter } from '../form-answers.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { settingsFor, startStubServer } from '../outside.ts';
import { pdfText } from '../pdf-text.ts';
import { jpeg } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { unzip } from '../unzip.ts';
import { testPayloads } from './each-payload.ts';
import { hostilePortfolio } from './hostile-portfolio.ts';
import { elementsOf, foreignMarkup, headingOf, masked, skeleton } from './markup.ts';
import { PAYLOADS, payloads } from './payloads.ts';

const TODAY = '2026-03-10';
const stub = await startStubServer();
afterAll(stub.close);
const { app, as, anonymous, client, contract, db, property, signIn, stop } = await startApp({
  today: TODAY,
  outside: openOutside(readSettings(settingsFor(stub.url))),
});
afterAll(stop);
const { operations } = await described(anonymous);

/** Calls with every permission; fails unless the call succeeds. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const ask = as('*')[method.toLowerCase() as 'post'];
  const answer = await ask(path, body as object);
  expect(answer.statusCode, `${method} ${path} ${JSON.stringify(body)}: ${answer.body}`).toBeLessThan(300);
  return (answer.body ? answer.json() : undefined) as T;
}

const random = randomFrom(20_261_122);
/** Public routes have a rate limit for each address. */
const somewhere = () => `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const send = async (url: string, fields: Record<string, string>) =>
  shownAfter(
    app,
    await app.inject({
      ...{ method: 'POST', url, remoteAddress: somewhere() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }),
  );

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** Visible text of a page or a text, with blanks collapsed. */
const words = (page: Answer) =>
  shown(
    wordsOf(page).replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
      code ? String.fromCodePoint(code) : (NAMED[name] ?? ''),
    ),
  );
/** As it is kept, without hidden characters, and as a browser shows it. */
const shown = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim();

/** An answer that isn't HTML must not be interpreted as a page; a page holds no foreign markup. */
function expectHarmless(answer: Answer, about: string) {
  expect(answer.statusCode, about).toBeLessThan(500);
  expect(answer.headers['x-content-type-options'], about).toBe('nosniff');
  const type = String(answer.headers['content-type'] ?? 'application/json');
  if (!type.startsWith('application/problem+json'))
    expect(answer.headers['content-security-policy'], about).toMatch(/script-src 'self';|^default-src 'none';/);
  // The API's documentation holds no data, and has an inline style.
  if (answer.body.includes('<title>API da Morada</title>')) return;
  if (type.startsWith('text/html')) expect(foreignMarkup(answer.body), about).toEqual([]);
  else
    expect(type, about).toMatch(
      /^application\/(json|problem\+json|pdf|xml|octet-stream|zip|vnd\.)|^text\/(csv|plain|event-stream)/,
    );
}

describe('the payloads', () => {
  test('are over three hundred, each of them recognised', () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
    // In raw markup every dangerous payload is recognised, and harmless text is not.
    const raw = (text: string) => `<p>${text}</p><i title="${text}">x</i><i title='${text}'>x</i>`;
    const seen = PAYLOADS.filter((payload) => foreignMarkup(raw(payload)).length > 0);
    expect(seen.length).toBeGreaterThanOrEqual(280);
  });
});

// Every text field of every call --------------------------------------------------------------------------------------

/** A body with all fields; `put` gives each text, by the name of its field. */
function filled(schema: Schema, field: string, put: (field: string, schema: Schema) => string | undefined): unknown {
  const [option] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (option) return filled(option, field, put);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        filled(inner, field ? `${field}.${name}` : name, put),
      ]),
    );
  if (schema.items) return [filled(schema.items, `${field}.0`, put)];
  const isText = [schema.type].flat().includes('string') && !schema.enum && schema.const === undefined;
  const text = isText ? put(field, schema) : undefined;
  return text ?? JSON.parse(honest(field.split('.').at(-1) ?? '', schema, random));
}

/** Repeats the call until no text field is refused: a field that rejects the payload gets a valid value instead. */
async function attack(
  { path, method, operation }: (typeof operations)[number],
  token: string,
  take: (max?: number) => string,
) {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  const refused = new Set<string>();
  const texts = new Map<string, string>();
  const url = `/api${path
    .replace(/\{column\}/, 'name')
    .replace(/\{documentType\}/, 'CONTRACT')
    .replace(/\{\w+\}/g, () => String(random.integer(1, 4)))}`;
  for (let times = 0; times < 4; times += 1) {
    const body = filled(schema, '', (field, { maxLength }: Schema & { maxLength?: number }) => {
      if (refused.has(field)) return undefined;
      const text = texts.get(field) ?? take(maxLength ?? 200);
      texts.set(field, text);
      return text;
    });
    const answer = await app.inject({
      ...{ method: method as InjectOptions['method'], url, remoteAddress: somewhere() },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expectHarmless(
      answer,
      `${method} ${url} ${JSON.stringify(body)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`,
    );
    if (answer.statusCode !== 422) break;
    const wrong = (answer.json().errors as { field: string }[]).map(({ field }) => field);
    if (wrong.every((field) => refused.has(field))) break;
    for (const field of wrong) refused.add(field);
  }
  return [...texts].filter(([field]) => !refused.has(field)).map(([, text]) => text);
}

/** Tries this many bodies and queries of each call. */
function attackFields(bodies: number, queries: number) {
  const { any: next, used } = payloads();
  const kept = new Set<string>();
  const bodied = operations.filter(({ operation }) => operation.requestBody?.content['application/json']);

  beforeAll(async () => {
    for (let index = 0; index < 4; index += 1) await contract();
  });

  test.each(bodied)('$method $path', async (operation) => {
    for (let times = 0; times < bodies; times += 1) {
      // Some calls end the session, or change the caller's password.
      const { token } = await signIn('*');
      for (const text of await attack(operation, token, next)) kept.add(text);
    }
  });

  test('was tried with every payload', () => {
    expect(PAYLOADS.filter((payload) => !used.has(payload))).toEqual([]);
    expect(kept.size).toBeGreaterThan(200);
  });

  test.each(operations.filter(({ method }) => method === 'GET'))(
    'the parameters of $path',
    async ({ path, operation }) => {
      if (operation.responses[200]?.content?.['text/event-stream']) return;
      const { token } = await signIn('*');
      const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      for (let times = 0; times < queries; times += 1) {
        const inPath = path.replace(/\{\w+\}/g, () =>
          times % 2 === 0 ? '1' : encodeURIComponent(next(100).trim() || '<'),
        );
        const query = names.map((name) => `${name}=${encodeURIComponent(next(100))}`);
        query.push(`${encodeURIComponent(next(60))}=${encodeURIComponent(next(60))}`);
        const url = `/api${inPath}?${query.join('&')}`;
        const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
        expectHarmless(answer, `${url} → ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      }
    },
  );
}

describe('every text field of every call', () => attackFields(1, 1));
describe('every text field of every call, many times', LONG, () => attackFields(8, 6));

// Stored payloads, on every page that shows them ----------------------------------------------------------------------

describe('a portfolio of payloads', () => {
  let portfolio: Awaited<ReturnType<typeof hostilePortfolio>>;
  beforeAll(async () => {
    await fillAgency(db);
    await agree(db, '341');
    portfolio = await hostilePortfolio(call, db);
  });

  test('contains every payload in some field', () => {
    expect(PAYLOADS.filter((payload) => !portfolio.used.has(payload))).toEqual([]);
  });

  test('is escaped in listings and their search', async () => {
    const offered = portfolio.sets.flatMap((set) => set.offered);
    for (const { id, neighborhood } of offered) {
      const moved = await open(`/imovel/comprar/${id}`);
      expect(moved.statusCode).toBe(301);
      expect(moved.headers.location).toMatch(/^\/imovel\/comprar\/\d+(\/[a-z0-9-]+)?$/);
      const page = await open(String(moved.headers.location));
      expect(page.statusCode).toBe(200);
      expectHarmless(page, neighborhood);
      expect(headingOf(page.body)).toContain(neighborhood.trim());
    }
    for (const url of ['/', '/imoveis', '/anuncie', '/sitemap.xml', '/robots.txt', '/setup', '/nada'])
      expectHarmless(await open(url), url);
    const addresses = [...(await open('/sitemap.xml')).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at]) => at);
    expect(addresses.length).toBeGreaterThanOrEqual(offered.length);
    for (const address of addresses)
      expect(address).toMatch(/^https?:\/\/localhost(:\d+)?\/[a-z0-9/-]*(\?[\w=%&;.~/-]*)?$/);
  });

  test('is escaped on the page of an invoice’s link', async () => {
    for (const {
      contract: { id: proposal_id },
      tenant,
      invoice,
    } of portfolio.sets) {
      const body = { proposal_id, invoice_id: invoice.id, user_id: tenant.id };
      const { url } = await call<{ url: string }>('POST', '/boleto/manual', body);
      const page = await open(url);
      expect([url, page.statusCode]).toEqual([url, 200]);
      expectHarmless(page, url);
    }
  });

  test('is escaped in the client area', async () => {
    const { browser } = clientDesk(app);
    for (const { tenant, owner, invoice } of portfolio.sets) {
      const pages: [number, string[]][] = [
        [tenant.id, ['', '/faturas', `/faturas/${invoice.id}`, '/contratos', '/atendimento', '/conta']],
        [owner.id, ['', '/repasses', '/extrato?inicio=2026-01-01&fim=2026-12-31', '/imoveis', '/conta']],
      ];
      for (const [client, paths] of pages) {
        const own = browser(`cliente=${await clientSession({ db }, client)}`);
        for (const path of paths) {
          const page = await own.get(`/cliente${path}`);
          expect([path, page.statusCode]).toEqual([path, 200]);
          expectHarmless(page, path);
        }
      }
    }
  });

  test('is text in spreadsheets', async () => {
    const months = 'startDate=2026-01-01&endDate=2026-12-31';
    const days = 'start=2026-01-01&end=2026-12-31';
    const owner = portfolio.sets[0]?.owner.id;
    const workbooks = ['/user/export/xlsx', '/property/export/xlsx', `/user/${owner}/statement/xlsx?${days}`];
    for (const kind of ['rents', 'sales', 'expenses']) workbooks.push(`/report/${kind}?${months}`);
    for (const path of workbooks) {
      const answer = await as('*').get(path);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      const parts = await unzip(answer.rawPayload);
      for (const [name, part] of parts) {
        expect([path, name, /<f[\s>/]|<definedName|<externalLink|<hyperlink|<script/.exec(part)?.[0]]).toEqual([
          path,
          name,
          undefined,
        ]);
      }
    }
    for (const path of ['/user/export/csv', '/property/export/csv', `/financial/commissions/export/csv?${days}`]) {
      const answer = await as('*').get(path);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      const cells = parseCsv(answer.body.replace(/^\ufeff/, ''), { delimiter: ';' }).flat();
      expect(cells.length).toBeGreaterThan(5);
      expect(cells.filter((cell) => /^[\s\u200b]*[=@＝＠+＋]|^\s*-\D/.test(String(cell)))).toEqual([]);
    }
  });

  test('is inert in PDFs', LONG, async () => {
    const [one] = portfolio.sets;
    if (!one) return expect.unreachable();
    const days = 'start=2026-01-01&end=2026-12-31';
    const { transfers } = await call<{ transfers: { id: number }[] }>('GET', `/user/${one.owner.id}`);
    const [{ id: transfer } = { id: 0 }] = transfers;
    await call('PATCH', `/transfer/${transfer}`, { status: 'DONE' });
    const draft = { left_on: '2026-03-10', waiver: { reason: 'OTHER', note: portfolio.next(500) } };
    const papers = [
      await as('*').get(`/receipt/invoice/${one.paid.id}`),
      await as('*').get(`/receipt/transfer/${transfer}`),
      await as('*').get(`/user/${one.owner.id}/statement/pdf?${days}`),
      await as('*').post(`/proposal/${one.contract.id}/termination/draft/pdf`, draft),
    ];
    for (const { contract, template } of portfolio.sets) {
      const file = await as('*').put(`/proposal/${contract.id}/contract`, { template_id: template.id });
      expect(file.statusCode, file.body).toBeLessThan(300);
      papers.push(await as('*').get(`/files/${file.json().id}`));
    }
    for (const paper of papers) {
      expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect((await pdfText(paper.rawPayload)).length).toBeGreaterThan(20);
      expect(paper.rawPayload.toString('latin1')).not.toMatch(
        /\/(JavaScript|JS|Launch|OpenAction|EmbeddedFile|URI|SubmitForm)\b/,
      );
    }
  });
});

describe('visitors’ input', () => {
  const shared = { name: '', email: '', phone: '' };
  const FORMS: [url: () => string, fields: Record<string, string>][] = [
    [
      () => '/anuncie',
      {
        ...shared,
        type: '',
        location: '',
        price: '',
        cep: '',
        street: '',
        number: '',
        complement: '',
        neighborhood: '',
        city: '',
        state: '',
        description: '',
      },
    ],
    [() => listing, { ...shared, pedido: 'mensagem', message: '' }],
    [() => listing, { ...shared, pedido: 'visita', date: '', time: '' }],
  ];
  let listing: string;
  beforeAll(async () => {
    const { id } = await property();
    listing = String((await open(`/imovel/alugar/${id}`)).headers.location);
  });

  for (const [number, [url, fields]] of FORMS.entries())
    testPayloads(`is shown again escaped (${number})`, async (all) => {
      const names = Object.keys(fields).filter((name) => fields[name] === '');
      for (let first = 0; first < all.length; first += names.length) {
        const typed = Object.fromEntries(names.map((name, place) => [name, all[(first + place) % all.length] ?? '']));
        const plain = Object.fromEntries(names.map((name) => [name, masked(typed[name] ?? '')]));
        // Without consent nothing is stored, and all values are shown again as typed.
        const page = await send(url(), { ...fields, ...typed });
        expect(page.statusCode).toBe(422);
        expectHarmless(page, JSON.stringify(typed));
        expect(skeleton(page.body)).toEqual(skeleton((await send(url(), { ...fields, ...plain })).body));
      }
    });

  testPayloads('is escaped in tickets on both sides', async (all) => {
    const { id } = await client();
    const own = clientDesk(app).browser(`cliente=${await clientSession({ db }, id)}`);
    const { next, prose, used } = payloads(all);
    while (used.size < all.length) {
      const [title, message, answer] = [next(100), prose(2_000), prose(2_000)];
      const opened = await own.post('/cliente/atendimento/novo', { title, message });
      const path = String(opened.headers.location);
      expect([title, opened.statusCode]).toEqual([title, 303]);
      await call('PUT', `/chat/${path.split('/').at(-1)}`, { message: answer });
      const page = await own.get(path);
      expectHarmless(page, title);
      for (const text of [title, message, answer]) expect(words(page)).toContain(shown(text));
    }
    expectHarmless(await own.get('/cliente/atendimento'), 'the list of tickets');
    const refused = await own.post('/cliente/atendimento/novo', { title: all[0] ?? '', message: '' });
    expect(refused.statusCode).toBe(422);
    expectHarmless(refused, 'a form that comes back');
  });

  testPayloads('is escaped in searches', async (all) => {
    const { body } = await open('/imoveis?query=aaaa');
    const names = [...body.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(3);
    for (const payload of all) {
      const query = names.map((name) => `${name}=${encodeURIComponent(payload)}`);
      expectHarmless(await open(`/imoveis?${query.join('&')}`), payload);
      const value = encodeURIComponent(payload);
      for (const url of [`/imoveis?ordem=${value}`, `/favoritos?imoveis=${value}`])
        expectHarmless(await open(url), payload);
    }
  });

  testPayloads('never becomes an address', async (all) => {
    for (const payload of all)
      for (const folder of ['/imovel/alugar/1', '/imovel', '/', '/invoice', '/api', '/api/invoice/1'])
        expectHarmless(await open(`${folder}/${encodeURIComponent(payload)}`), payload);
  });
});

describe('rich text', () => {
  const KNOWN = /^(h[1-3]|p|br|strong|em|u|s|ul|ol|li|blockquote|hr|span)$/;
  const attacked = (payload: string) => `<p>Início</p>${payload}<p>Fim</p>`;

  /** Only elements that the editor writes. */
  function expectClean(body: string, payload: string, attributes: RegExp) {
    expect([payload, foreignMarkup(body)]).toEqual([payload, []]);
    const others = elementsOf(body).filter(
      ({ name, attribs }) => !KNOWN.test(name) || Object.keys(attribs).some((attribute) => !attributes.test(attribute)),
    );
    expect([payload, others.map(({ name }) => name)]).toEqual([payload, []]);
  }

  testPayloads('of a template is stored without anything that could run, load or redirect', async (all) => {
    for (const payload of all) {
      const template = { name: 'Modelo', body: attacked(payload) };
      const { id } = await call<{ id: number }>('POST', '/contract/template', template);
      const { body } = await call<{ body: string }>('GET', `/contract/template/${id}`);
      expectClean(body, payload, /^(style|data-variable)$/);
    }
  });

  testPayloads('of a post too, and its title is escaped everywhere', async (all) => {
    const form = (fields: Record<string, string | Blob>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      return data;
    };
    const image = new Blob([new Uint8Array(await jpeg(1_200, 630))], { type: 'image/jpeg' });
    const { id } = await call<{ id: number }>('POST', '/feed', form({ title: 'Título', body: '<p>Texto</p>', image }));
    for (const payload of all) {
      const title = oneLine(payload).slice(0, 200).trim();
      await call('PATCH', `/feed/${id}`, form({ title, body: attacked(payload) }));
      const { body } = await call<{ body: string }>('GET', `/feed/${id}`);
      expectClean(body, payload, /^style$/);
      const moved = await open(`/blog/${id}`);
      const pages = [await open(String(moved.headers.location ?? `/blog/${id}`)), await open('/blog')];
      for (const page of pages) {
        expect([payload, page.statusCode]).toEqual([payload, 200]);
        expectHarmless(page, payload);
        expect(words(page)).toContain(shown(title));
      }
    }
  });
});
