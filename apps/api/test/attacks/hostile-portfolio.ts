import { cleanText } from '@morada/domain/base/written';
import type { Db } from '#api/context.ts';
import { cpf } from '../factories.ts';
import { payloads } from './payloads.ts';

/** A call under `/api` with every permission; fails unless it succeeds. */
type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Id = { id: number };

/** Enough sets that each payload reaches a field of each kind of page. */
const SETS = 6;

/**
 * Creates a portfolio with an attack in every text field; returns the names of the records, which pages must show
 * literally. A payload too long for its field goes to a longer one.
 */
export async function hostilePortfolio(call: Call, db: Db) {
  const { next: given, prose, used } = payloads();
  /** As the record keeps it, without hidden characters. */
  const next = (max?: number) => cleanText(given(max));
  let documents = 700_000;
  const document = () => {
    documents += 1;
    return cpf(documents);
  };

  async function person(type: 'OWNER' | 'TENANT' | 'GUARANTOR') {
    const name = next();
    const { id } = await call<Id>('POST', '/user/manual', {
      ...{ name, type, cpf_cnpj: document(), phone: '32988412076' },
      ...{ cep: '36025000', street: next(), neighborhood: next(), number: next(20), city: next() },
      ...{ state: 'MG', complement: next() },
    });
    await call('PATCH', `/user/${id}/information`, {
      ...{ birth_date: '1980-05-05', rg: next(30), marital_status: 'CASADO', person_type: 'FISICA' },
      ...{ profession: next(), spounce_name: next(), spounce_rg: next(30), spouse_profession: next() },
    });
    return { id, name };
  }

  async function property(owner_id: number, type: 'RENT' | 'SALE') {
    const [street, neighborhood] = [next(), next()];
    const made = await call<{ data: Id }>('POST', '/property', {
      ...{ owner_id, type, location: 'HOUSE', price: 1_500, cep: '36025000', state: 'MG' },
      ...{ street, number: next(20), neighborhood, city: next(), complement: next() },
    });
    const { id } = made.data;
    const sale = type === 'SALE' && { pickup: next() };
    await call('PATCH', `/property/${id}`, {
      ...{ bedrooms: 2, bathrooms: 1, garage: 1, country: next(), is_exterior: true, spotlight: true },
      ...{ platform: next(), external_id: next(), ...sale },
    });
    const lines = [prose(), prose(), prose()].join('\n');
    await call('PUT', `/property/${id}/information`, { description: lines, energisa: next(40), copasa: next(40) });
    await call('PUT', `/property/${id}/features`, { data: [next(80), next(80)] });
    await call('PUT', `/property/${id}/fees`, { data: [{ name: next(), price: 50, to_owner: false }] });
    return { id, street, neighborhood };
  }

  async function contract(user_id: number, property_id: number, guarantor: number) {
    const { id } = await call<Id>('POST', '/proposal/manual', {
      ...{ user_id, property_id, current_price: 1_500, commission: 10, transfer_date: 5 },
      ...{ guarantee: 'BONDSMAN', guarantors: [guarantor], start_date: '2026-01-01', end_date: '2028-06-30' },
      ...{ bank_code: '001', bank_name: next(), bank_full_name: next(), bank_account: '12345-5' },
      ...{ bank_agency: '0024-8', bank_cpf: document(), bank_obs: next(500) },
    });
    const extra = { amount: 10, type: 'DEBIT', influence: 'RENT', boleto: true, transfer: true };
    await call('PUT', `/proposal/${id}/extra`, { ...extra, description: next() });
    return { id };
  }

  async function account(ownerId: number) {
    await call('POST', `/user/${ownerId}/bank`, {
      ...{ code: '001', bank_name: next(), holder_name: next(), account_number: '12345-5', agency_number: '0024-8' },
      ...{ operation_number: next(10), document: document(), pix_key: 'ana@exemplo.com.br', obs: next(500) },
    });
  }

  /** Issues an invoice of a month. */
  const invoice = (proposal_id: number, reference: string) =>
    call<Id & { amount: number }>('POST', '/financial/invoice', { proposal_id, reference });

  async function set(number: number) {
    const owner = await person('OWNER');
    await account(owner.id);
    const [tenant, guarantor] = [await person('TENANT'), await person('GUARANTOR')];
    const [let_, offered] = [await property(owner.id, 'RENT'), await property(owner.id, 'SALE')];
    const { id } = await contract(tenant.id, let_.id, guarantor.id);
    const [paid, open] = [await invoice(id, '2026-02'), await invoice(id, '2026-03')];
    await call('PATCH', `/invoice/${paid.id}/down`, {
      ...{ paid_amount: paid.amount, fine: 0, interest: 0 },
      pay_day: '2026-02-10',
    });
    await call('POST', '/movimentation', {
      ...{ description: next(), type: 'OUTPUT', subtype: 'OTHER', price: 10, date: '2026-03-02', doc: next(60) },
    });
    const template = { name: next(), body: ['Contrato', next(), next(), next(), next(), next()].join('<p>') };
    const { id: templateId } = await call<Id>('POST', '/contract/template', template);
    await call('POST', '/notification/system', { name: next(120), message: [prose(), prose()].join('\n') });
    const group = await call<Id>('POST', '/user/admin/group', { name: next(80), permissions: ['CLIENT_VIEW'] });
    await call('POST', '/user/admin/user', {
      ...{ name: next(), email: `ataque${number}@morada.test`, password: 'uma-senha-boa', groupId: group.id },
    });
    await db.updateTable('property').set({ advertised: true }).where('id', '=', offered.id).execute();
    const [message, visit] = [{ name: next(120), message: [prose(), prose()].join('\n') }, { name: next(120) }];
    const visitor = { property_id: offered.id, consent: true, email: 'rui@exemplo.com.br', phone: '32988412076' };
    await call('POST', '/site/contact', { ...visitor, ...message });
    await call('POST', '/site/visit', { ...visitor, ...visit, date: '2026-03-20', time: '10:00' });
    const template_ = { id: templateId, name: template.name };
    return { owner, tenant, let: let_, offered, contract: { id }, invoice: open, paid, template: template_ };
  }

  const agency = next(100);
  await call('PATCH', '/agency', {
    ...{ name: agency, street: next(), number: next(20), complement: next(100), neighborhood: next(100) },
    ...{ city: next(100), creci: next(20), boleto_note: next(160) },
    ...{ headline: next(80), about: [next(), next()].join('\n\n'), privacy: `# ${next()}\n${next()}\n\n${next()}` },
    ...{ accent: '#ffd400', names_product: true },
  });
  const sets = [];
  for (let number = 0; number < SETS; number += 1) sets.push(await set(number));
  return { agency, sets, used, next };
}
