import { addDays } from '@morada/domain/base/calendar';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { composeContract } from '#api/modules/lease/templates/generation.service.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-10';
const { as, ctx, db, clock, client, owner, property, contract, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

const staff = as('*');
const editor = as('PROPOSAL_EDIT');
type Answer = Awaited<ReturnType<typeof staff.get>>;
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};
const show = async (id: number) => (await staff.get(`/proposal/${id}`)).json();
type Shown = {
  id: number;
  client_id: number;
  role: string;
  principal: boolean;
  valid_from: string | null;
  valid_to: string | null;
};
const parties = async (id: number): Promise<Shown[]> => (await show(id)).parties;
const lines = async (id: number) =>
  (await parties(id)).map(({ client_id, role, principal, valid_from, valid_to }) => [
    client_id,
    principal ? 'PRINCIPAL' : role,
    valid_from,
    valid_to,
  ]);
const add = (id: number, body: object) => editor.put(`/proposal/${id}/party`, body);
const end = (id: number, party: number, valid_to: string) =>
  editor.put(`/proposal/${id}/party/${party}/end`, { valid_to });
const assign = (id: number, body: object) => editor.put(`/proposal/${id}/principal`, body);

describe('who stands in a contract', () => {
  test('a new contract has its tenant as the principal one, and its guarantors, since its beginning', async () => {
    const [tenant, guarantor, place] = await Promise.all([client(), client({ type: 'GUARANTOR' }), property()]);
    const answer = await as('PROPOSAL_CREATE').post('/proposal/manual', {
      ...{ user_id: tenant.id, property_id: place.id, current_price: 1500, commission: 10, transfer_date: 10 },
      ...{ guarantee: 'BONDSMAN', start_date: '2026-03-01', end_date: '2028-08-31', guarantors: [guarantor.id] },
    });
    expect(await lines(answer.json().id)).toEqual([
      [tenant.id, 'PRINCIPAL', null, null],
      [guarantor.id, 'GUARANTOR', null, null],
    ]);
  });

  test('each role is included with its days, and who was included by mistake is gone and leaves a trail', async () => {
    const { id, user_id } = await contract();
    const [other, spouse, procurator] = await Promise.all([client(), client(), client()]);
    const made = await add(id, { client_id: other.id, role: 'TENANT', valid_from: '2026-02-01' });
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { client_id: other.id, name: other.name, role: 'TENANT', principal: false, of: null, valid_from: '2026-02-01' },
    ]);
    await add(id, { client_id: spouse.id, role: 'SPOUSE', of_client_id: other.id });
    await add(id, { client_id: procurator.id, role: 'PROCURATOR', of_client_id: user_id, valid_to: '2027-12-31' });
    expect(await lines(id)).toEqual([
      [user_id, 'PRINCIPAL', null, null],
      [other.id, 'TENANT', '2026-02-01', null],
      [spouse.id, 'SPOUSE', null, null],
      [procurator.id, 'PROCURATOR', null, '2027-12-31'],
    ]);
    const wrong = (await parties(id)).find(({ client_id }) => client_id === procurator.id);
    expect((await editor.delete(`/proposal/${id}/party/${wrong?.id}`)).statusCode).toBe(204);
    expect((await lines(id)).length).toBe(3);
    const { entries } = (await staff.get(`/proposal/${id}/history`)).json();
    expect(entries[0]).toMatchObject({ action: 'discard-party' });
  });

  test('refuses who may not stand so, and changes nothing', async () => {
    const landlord = await owner();
    const guarantor = await client({ type: 'GUARANTOR' });
    const { id, user_id } = await contract({ property: { owners: [landlord] } });
    await staff.put(`/proposal/${id}/guarantor`, { user_id: guarantor.id });
    const stranger = await client();
    const before = await lines(id);
    const refusals: [object, unknown[]][] = [
      [
        { client_id: user_id, role: 'TENANT' },
        [409, 'client_id', 'Esta pessoa já está no contrato neste papel e nestes dias'],
      ],
      [
        { client_id: landlord.id, role: 'TENANT' },
        [422, 'client_id', 'O proprietário do imóvel não pode ser o inquilino'],
      ],
      [{ client_id: user_id, role: 'GUARANTOR' }, [422, 'client_id', 'O inquilino não pode ser o próprio fiador']],
      [
        { client_id: guarantor.id, role: 'TENANT' },
        [422, 'client_id', 'Esta pessoa é fiadora do contrato nestes dias. Encerre a fiança antes.'],
      ],
      [{ client_id: 999_999, role: 'TENANT' }, [422, 'client_id', 'Escolha a pessoa']],
      [{ client_id: stranger.id, role: 'SPOUSE' }, [422, 'of_client_id', 'Informe de quem']],
      [
        { client_id: stranger.id, role: 'SPOUSE', of_client_id: stranger.id },
        [422, 'of_client_id', 'Escolha um inquilino, fiador, usufrutuário ou proprietário deste contrato'],
      ],
      [
        { client_id: stranger.id, role: 'TENANT', valid_from: '2026-03-10', valid_to: '2026-03-09' },
        [422, 'valid_to', 'O último dia vem depois do primeiro'],
      ],
      [{ client_id: stranger.id, role: 'OWNER' }, [422, 'role', 'Escolha o papel']],
    ];
    for (const [body, expected] of refusals) expect(firstError(await add(id, body))).toEqual(expected);
    expect(await lines(id)).toEqual(before);
  });

  test('who leaves takes spouse and procurator along, unless they stay in another role', async () => {
    const landlord = await owner();
    const { id } = await contract({ property: { owners: [landlord] } });
    const [guarantor, spouse, procurator] = await Promise.all([client(), client(), client()]);
    const { id: stands } = (await add(id, { client_id: guarantor.id, role: 'GUARANTOR' })).json();
    await add(id, { client_id: spouse.id, role: 'SPOUSE', of_client_id: guarantor.id });
    await add(id, { client_id: procurator.id, role: 'PROCURATOR', of_client_id: spouse.id });
    await add(id, { client_id: procurator.id, role: 'PROCURATOR', of_client_id: landlord.id });
    expect((await end(id, stands, '2026-03-31')).statusCode).toBe(204);
    expect((await lines(id)).slice(1)).toEqual([
      [procurator.id, 'PROCURATOR', null, null],
      [spouse.id, 'SPOUSE', null, '2026-03-31'],
      [guarantor.id, 'GUARANTOR', null, '2026-03-31'],
      [procurator.id, 'PROCURATOR', null, '2026-03-31'],
    ]);
    // On the last day the guarantor still stands; on the day after, not.
    clock.today = '2026-03-31';
    expect((await show(id)).guarantors).toHaveLength(1);
    clock.today = '2026-04-01';
    expect((await show(id)).guarantors).toHaveLength(0);
  });
});

test('the list in a sheet names who rents beside the principal tenant, and the guarantors', async () => {
  const { id } = await contract();
  const [other, former, guarantor] = [
    await client({ name: 'Beto Luz' }),
    await client({ name: 'Caio Sá' }),
    await client({ type: 'GUARANTOR', name: 'Rui Lima' }),
  ];
  await add(id, { client_id: other.id, role: 'TENANT' });
  await add(id, { client_id: former.id, role: 'TENANT', valid_to: addDays(TODAY, -1) });
  await add(id, { client_id: guarantor.id, role: 'GUARANTOR' });
  const { body } = await staff.get('/proposal/export/csv');
  const [titles = [], ...rows] = body
    .trim()
    .split(/\r?\n/)
    .map((line: string) => line.replace('\uFEFF', '').split(';'));
  const row = rows.find(([first]: string[]) => first === String(id)) ?? [];
  const cell = (title: string) => row[titles.indexOf(title)];
  expect([cell('Outros inquilinos'), cell('Fiadores')]).toEqual(['Beto Luz', 'Rui Lima']);
});

describe('another principal tenant', () => {
  test('a co-tenant takes the contract over, and the former one goes on beside', async () => {
    const { id, user_id } = await contract();
    const other = await client();
    await add(id, { client_id: other.id, role: 'TENANT' });
    expect((await assign(id, { client_id: other.id, valid_from: '2026-03-05', stays: true })).statusCode).toBe(204);
    expect((await show(id)).user_id).toBe(other.id);
    expect(await lines(id)).toEqual([
      [other.id, 'PRINCIPAL', '2026-03-05', null],
      [user_id, 'TENANT', '2026-03-05', null],
      [user_id, 'PRINCIPAL', null, '2026-03-04'],
      [other.id, 'TENANT', null, '2026-03-04'],
    ]);
    const { entries } = (await staff.get(`/proposal/${id}/history`)).json();
    expect(entries[0]).toMatchObject({ action: 'assign' });
  });

  test('somebody new takes it over: invoices that were issued stay with the former one, later ones go to the new one', async () => {
    const { id, user_id } = await contract();
    await staff.post('/financial/invoice', { proposal_id: id, reference: '2026-03' });
    const other = await client();
    expect((await assign(id, { client_id: other.id, valid_from: TODAY, stays: false })).statusCode).toBe(204);
    await staff.post('/financial/invoice', { proposal_id: id, reference: '2026-04' });
    const invoices = await db
      .selectFrom('invoice')
      .select(['reference', 'user_id'])
      .where('proposal_id', '=', id)
      .orderBy('reference')
      .execute();
    expect(invoices).toEqual([
      { reference: '2026-03', user_id },
      { reference: '2026-04', user_id: other.id },
    ]);
  });

  test('refuses a day that is not after the beginning and the last change, one to come, the same person, owner and guarantor', async () => {
    const landlord = await owner();
    const guarantor = await client({ type: 'GUARANTOR' });
    const { id, user_id, start_date } = await contract({ property: { owners: [landlord] } });
    await staff.put(`/proposal/${id}/guarantor`, { user_id: guarantor.id });
    const other = await client();
    const DAY = 'Informe um dia até hoje, depois do início do contrato e da última troca de inquilino principal';
    const cases: [object, unknown[]][] = [
      [{ client_id: other.id, valid_from: start_date }, [422, 'valid_from', DAY]],
      [{ client_id: other.id, valid_from: addDays(TODAY, 1) }, [422, 'valid_from', DAY]],
      [{ client_id: user_id, valid_from: TODAY }, [409, 'client_id', 'Já é o inquilino principal']],
      [
        { client_id: landlord.id, valid_from: TODAY },
        [422, 'client_id', 'O proprietário do imóvel não pode ser o inquilino'],
      ],
      [
        { client_id: guarantor.id, valid_from: TODAY },
        [422, 'client_id', 'Esta pessoa é fiadora do contrato nestes dias. Encerre a fiança antes.'],
      ],
    ];
    for (const [body, expected] of cases)
      expect(firstError(await assign(id, { stays: false, ...body }))).toEqual(expected);
    expect((await show(id)).user_id).toBe(user_id);
    await assign(id, { client_id: other.id, valid_from: '2026-03-01', stays: false });
    expect(firstError(await assign(id, { client_id: user_id, valid_from: '2026-03-01', stays: false }))).toEqual([
      422,
      'valid_from',
      DAY,
    ]);
    expect((await assign(id, { client_id: user_id, valid_from: '2026-03-02', stays: false })).statusCode).toBe(204);
  });
});

test('two who give the contract away at once: one does, and there is one principal tenant', async () => {
  const { id } = await contract();
  const [one, other] = [await client(), await client()];
  const answers = await Promise.all(
    [one, other].map((person) => assign(id, { client_id: person.id, valid_from: TODAY, stays: false })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 422]);
  const principals = (await parties(id)).filter(({ principal, valid_to }) => principal && valid_to === null);
  expect(principals.map(({ client_id }) => client_id)).toEqual([(await show(id)).user_id]);
});

test('a company does not take over from a person while an invoice is open, whose withheld tax would change', async () => {
  const { id, user_id } = await contract();
  const { json } = await staff.post('/financial/invoice', { proposal_id: id, reference: '2026-03' });
  const company = await client({ person_type: 'JURIDICA', cpf_cnpj: '11222333000181' });
  const answer = await assign(id, { client_id: company.id, valid_from: TODAY, stays: false });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'PRINCIPAL_TAX']);
  expect((await show(id)).user_id).toBe(user_id);
  const paid = { paid_amount: 1_500, fine: 0, interest: 0, pay_day: TODAY };
  expect((await staff.patch(`/invoice/${json().id}/down`, paid)).statusCode).toBe(200);
  expect((await assign(id, { client_id: company.id, valid_from: TODAY, stays: false })).statusCode).toBe(204);
});

test('who left is not held by a contract in force; who stands in it is', async () => {
  const { id } = await contract();
  const [left, stays] = [await client(), await client()];
  const { json } = await add(id, { client_id: left.id, role: 'GUARANTOR' });
  await add(id, { client_id: stays.id, role: 'GUARANTOR' });
  await end(id, json().id, '2026-03-09');
  const erase = (person: number) => staff.patch(`/user/${person}/anonymise`);
  expect((await erase(stays.id)).statusCode).toBe(409);
  expect((await erase(left.id)).statusCode).toBe(200);
});

test('a paper names every tenant with the spouse who is a party, guarantors, procurators and usufructuaries of the day', async () => {
  const landlord = await owner({ name: 'José Lima' });
  const tenant = await client({ name: 'Ana Prado' });
  const { id } = await contract({ user_id: tenant.id, property: { owners: [landlord] } });
  const named = (name: string) => client({ name });
  const [bruno, lia, clara, alice, gone] = [
    await named('Bruno Reis'),
    await named('Lia Reis'),
    await named('Clara Lima'),
    await named('Alice Lima'),
    await named('Rui Melo'),
  ];
  await add(id, { client_id: bruno.id, role: 'TENANT' });
  await add(id, { client_id: lia.id, role: 'SPOUSE', of_client_id: bruno.id });
  await add(id, { client_id: clara.id, role: 'PROCURATOR', of_client_id: landlord.id });
  await add(id, { client_id: alice.id, role: 'USUFRUCTUARY' });
  await add(id, { client_id: gone.id, role: 'GUARANTOR', valid_to: '2026-03-09' });
  const template = (
    await staff.post('/contract/template', {
      name: 'Partes',
      body: '<p>{{#inquilinos}}{{inquilino.nome}}{{#inquilino.conjuge}} e {{inquilino.conjuge.nome}}{{/inquilino.conjuge}}; {{/inquilinos}}{{#procuradores}}{{procurador.nome}} por {{procurador.representado}}; {{/procuradores}}{{#usufrutuarios}}{{usufrutuario.nome}}{{/usufrutuarios}}{{#fiadores}}{{fiador.nome}}{{/fiadores}}</p>',
    })
  ).json();
  const { html } = await composeContract(ctx, id, template.id);
  expect(html).toContain('Ana Prado; Bruno Reis e Lia Reis; Clara Lima por José Lima; Alice Lima</p>');
});
