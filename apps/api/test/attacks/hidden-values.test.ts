import type { BulkItem, BulkRun } from '@morada/contract/desk/bulk';
import { BULK_ACCESS, BulkAction } from '@morada/contract/desk/bulk.access';
import { topicAccess } from '@morada/contract/desk/live';
import { granted, PERMISSIONS } from '@morada/domain/access/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionOf } from '#api/modules/desk/bulk/registry.action.ts';
import { LONG } from '#test/long.ts';
import { described } from '../calls/described.ts';
import { agree, fillAgency } from '../collection.ts';
import { csv, importDesk } from '../desks/import-desk.ts';
import { startApp } from '../harness.ts';
import { until } from '../until.ts';

/**
 * Detects hidden values through answers: the same call with the value and with an unused one of its shape must be
 * answered alike.
 */
const agency = await startApp({ today: '2026-03-20' });
const { as, db, anonymous, client, contract, invoice, stop } = agency;
afterAll(stop);

const NAME = 'Zenóbia Quaresma';
/** Hidden values. */
const HIDDEN = {
  document: '39053344705',
  'masked document': '390.533.447-05',
  'part of a document': '905334',
  phone: '32977665544',
  cellphone: '32988776655',
  'e-mail': 'zenobia.q@sigilo.test',
  'part of an e-mail': 'zenobiaq',
} as const;
/** A document that nobody has. */
const DECOY = '52998224725';
const OF_WHOLE: Record<string, readonly string[]> = {
  document: ['39053344705', '390.533.447-05'],
  phone: ['32977665544', '(32) 97766-5544'],
  cellphone: ['32988776655', '(32) 98877-6655'],
  'e-mail': ['zenobia.q@sigilo.test'],
};
const wholesOf = (about: string) => OF_WHOLE[about.replace(/^(part of an?|masked) /, '')] ?? [];

const { operations } = await described(anonymous);
/** Every call with a text search: lists, their exports and the quick search. */
const searches = operations
  .filter(({ method, operation }) => method === 'GET' && operation.parameters.some(({ name }) => name === 'query'))
  .filter(({ operation }) => operation['x-permission'] !== 'public')
  .map(({ path }) => path.replace('{format}', 'csv'))
  .toSorted();

const ids = {
  ...{
    person: 0,
    invoice: 0,
    paid: 0,
    transfer: 0,
    boleto: 0,
    message: 0,
    lead: 0,
    ticket: 0,
    property: 0,
    contract: 0,
    note: 0,
  },
};

beforeAll(async () => {
  await fillAgency(db);
  await agree(db, '341');
  const secret = { name: NAME, cpf_cnpj: '39053344705', phone: '32977665544', email: 'zenobia.q@sigilo.test' };
  const person = await client(secret);
  await db.updateTable('client').set({ cellphone: '32988776655' }).where('id', '=', person.id).execute();
  const rent = await contract({ user_id: person.id, property: { owners: [{ id: (await agency.owner()).id }] } });
  const boss = as('*');
  // She is tenant of one property and owner of another, so that every list can find her.
  const own = await contract({ property: { owners: [await agency.owner()] } });
  await db
    .updateTable('property_owner')
    .set({ client_id: person.id })
    .where('property_id', '=', own.property_id)
    .execute();
  const [late, paid] = [await invoice({ contract: rent }), await invoice({ contract: own })];
  const settled = await boss.patch(`/invoice/${paid.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  const boleto = await boss.post('/boleto/manual', {
    ...{ user_id: person.id, proposal_id: rent.id, invoice_id: late.id },
  });
  expect([settled.statusCode, boleto.statusCode]).toEqual([200, 201]);
  const message = await db
    .insertInto('contact_message')
    .values({
      name: NAME,
      email: secret.email,
      phone: secret.phone,
      message: 'Olá',
      consented_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ticket = await db
    .insertInto('ticket')
    .values({ user_id: person.id, title: `Torneira de ${NAME}`, level: 'MEDIUM', status: 'OPENED' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lead = await boss.post('/lead', { name: NAME, phone: secret.phone, email: secret.email, kind: 'RENT' });
  const [transfer] = settled.json().transfers;
  const note = await db
    .insertInto('service_note')
    .values({
      ...{ kind: 'ADMINISTRATION', transfer_id: transfer.id, invoice_id: paid.id, proposal_id: own.id },
      ...{
        property_id: own.property_id,
        taker_id: person.id,
        competence: '2026-03-20',
        amount: 15_000,
        next_try_at: null,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  Object.assign(ids, {
    ...{ person: person.id, invoice: late.id, paid: paid.id, boleto: boleto.json().id },
    ...{ note: note.id, transfer: transfer.id, message: message.id, ticket: ticket.id, property: own.property_id },
    contract: rent.id,
    lead: lead.json().id,
  });
});

describe('a search', () => {
  const ask = async (role: string, path: string, query: string) => {
    const answer = await as(role).get(`${path}?query=${encodeURIComponent(query)}`);
    // Each answer of a service that is away has the id of its own request.
    return { status: answer.statusCode, body: answer.body.replace(/"request_id":"[^"]*"/, '') };
  };

  test('covers every list', () => {
    expect(searches.length).toBeGreaterThan(12);
    for (const path of [
      '/search',
      '/user',
      '/invoice',
      '/boleto',
      '/proposal',
      '/financial/late',
      '/financial/transfers',
    ])
      expect(searches).toContain(path);
  });

  test.each([...PERMISSIONS, '*'])('by %s reveals nothing that the answers hide', async (role) => {
    const open: string[] = [];
    // Values that a list, its export or the quick search shows the role may be searched by.
    let shown = '';
    for (const path of searches) {
      const { status, body } = await ask(role, path, NAME);
      if (status === 403) continue;
      open.push(path);
      shown += body;
    }
    for (const path of open) {
      const about = { role, path };
      // What no record has, whichever field it is written like.
      const nothing = await ask(role, path, DECOY);
      for (const [what, value] of Object.entries(HIDDEN)) {
        if (wholesOf(what).some((whole) => shown.includes(whole))) continue;
        expect({ ...about, what, answer: await ask(role, path, value) }).toEqual({ ...about, what, answer: nothing });
      }
    }
  });

  test('finds people by all fields for callers who see them, by name otherwise', async () => {
    const found = async (role: string, query: string) =>
      (await as(role).get(`/invoice?query=${encodeURIComponent(query)}`)).json().data.length as number;
    expect(await Promise.all([found('*', '39053344705'), found('*', 'quaresma')])).toEqual([1, 1]);
    expect(
      await Promise.all([found('FINANCIAL_VIEW', '39053344705'), found('FINANCIAL_VIEW', 'zenobia quaresma')]),
    ).toEqual([0, 1]);
    const reduced = async (query: string) =>
      (await as('BOLETO_CREATE').get(`/user?page=1&query=${encodeURIComponent(query)}`)).json();
    expect([(await reduced('39053344705')).total, (await reduced('zenobia')).data[0].cpf_cnpj]).toEqual([
      0,
      expect.not.stringContaining('905'),
    ]);
  });
});

describe('a bulk preview', () => {
  const CHOSEN: Record<BulkAction, () => object> = {
    'invoice-pay': () => ({ ids: [ids.invoice], payment_method: 'PIX' }),
    'invoice-boleto': () => ({ ids: [ids.invoice] }),
    'late-settle': () => ({ ids: [ids.invoice] }),
    'boleto-settle': () => ({ ids: [ids.boleto] }),
    'boleto-cancel': () => ({ ids: [ids.boleto] }),
    'transfer-conclude': () => ({ ids: [ids.transfer] }),
    'contact-read': () => ({ ids: [ids.message] }),
    'lead-move': () => ({ ids: [ids.lead], stage: 'VISIT' }),
    'ticket-close': () => ({ ids: [ids.ticket] }),
    'property-status': () => ({ ids: [ids.property], status: 'UNAVAILABLE' }),
    'lease-tax': () => ({ ids: [ids.contract], lease_tax: 'INCLUDED' }),
    'note-issue': () => ({ ids: [ids.note] }),
    'client-consent': () => ({
      ...{ ids: [ids.person], channel: 'EMAIL', given_on: '2026-01-05', source: 'contrato', text: 'Aceito' },
    }),
  };
  const roles = BulkAction.options.flatMap((action) =>
    [BULK_ACCESS[action].act].flat().map((role) => [action, role] as const),
  );

  async function seen(action: BulkAction, ...role: string[]) {
    const staff = as(...role);
    const made = await staff.post(`/bulk/${action}`, CHOSEN[action]());
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<BulkRun>();
    const pages = await Promise.all(
      ['able', 'left'].map(
        async (pile) => (await staff.get(`/bulk/${id}/item?pile=${pile}`)).json().data as BulkItem[],
      ),
    );
    const sheet = await staff.get(`/bulk/${id}/sheet/csv`);
    expect(sheet.statusCode).toBe(200);
    return { items: pages.flat(), words: [made.body, JSON.stringify(pages), sheet.body].join('\n') };
  }

  test.each(roles)('of %s shows names and amounts to %s only with the list', async (action, role) => {
    const isReader = granted([role], actionOf(action).readers) !== undefined;
    const { items, words } = await seen(action, role);
    expect(items).toHaveLength(1);
    if (isReader) expect(items[0]?.title).not.toMatch(/^Registro/);
    else {
      expect(items[0]).toMatchObject({ title: `Registro ${items[0]?.record_id}`, below: '', amount: null, lines: [] });
      expect(words).not.toMatch(/Zenóbia|São Mateus|Torneira|1500|1\.500|1350|1652/);
    }
    const [list] = [actionOf(action).readers].flat();
    const reader = await seen(action, role, String(list));
    expect(reader.items[0]?.title).not.toMatch(/^Registro/);
  });

  test.each(roles)('of %s evaluates no filter for %s without the list', async (action, role) => {
    const { ids: _, ...rest } = CHOSEN[action]() as { ids: number[] };
    const isReader = granted([role], actionOf(action).readers) !== undefined;
    const answer = await as(role).post(`/bulk/${action}`, { ...rest, filter: {} });
    expect(answer.statusCode).toBe(isReader ? 201 : 403);
  });

  test('filters people by fields visible to its caller', async () => {
    const ask = async (query: string) =>
      (
        await as('FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW').post('/bulk/invoice-pay', {
          filter: { query },
          payment_method: 'PIX',
        })
      ).json().code;
    expect([await ask('39053344705'), await ask('32977665544')]).toEqual(Array(2).fill('BULK_NOTHING_CHOSEN'));
    expect(await ask('quaresma')).toBeUndefined();
  });
});

test('an import that refers to a person by document doesn’t name them', LONG, async () => {
  const cells = [
    ['Proprietário', 'Tipo', 'Finalidade', 'Valor', 'Rua', 'Bairro', 'Cidade'],
    ['390.533.447-05', 'Casa', 'Locação', '1.000,00', 'Rua Nova', 'Centro', 'Juiz de Fora'],
  ];
  const owner = async (...role: string[]) => {
    const desk = await importDesk(agency, as(...role));
    const { lines } = await desk.preview(await desk.stage('properties', csv(...cells)));
    await desk.jobs.stop();
    return lines[0]?.cells.proprietario;
  };
  expect(await owner('PROPERTY_CREATE')).toBe('390.533.447-05');
  expect(await owner('PROPERTY_CREATE', 'CLIENT_VIEW')).toBe(NAME);
});

test('a live notification has only the topic, no content', async () => {
  const heard = await agency.hear();
  await as('SUPPORT_REPLY').put(`/chat/${ids.ticket}`, { message: `Olá, ${NAME}` });
  await as('CONTACT_VIEW').patch(`/contact/${ids.message}`);
  await until(
    async () => heard.includes(`ticket:${ids.ticket}`),
    (isHeard) => isHeard,
  );
  for (const topic of heard) expect(topic).toMatch(/^[a-z]+(:\d+)?$/);
  expect(topicAccess(`ticket:${ids.ticket}`)).toBe('SUPPORT_VIEW');
});
