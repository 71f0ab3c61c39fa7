import type { Agreement, BoletoBankCode } from '@morada/domain/bank/boleto-banks';
import type { Db } from '#api/context.ts';

/** One agreement of each bank, as in public test suites and manuals. */
export const AGREEMENTS: Record<BoletoBankCode, Agreement> = {
  '001': {
    bank: '001',
    agreement: '1474166',
    wallet: '17',
    variation: '019',
    agency: '3174',
    agency_digit: '7',
    account: '11672',
    account_digit: '6',
  },
  '033': { bank: '033', agency: '0059', agreement: '1899775', wallet: '101' },
  '077': { bank: '077', account: '123456060', wallet: '110', operation: '1234567' },
  '104': { bank: '104', agency: '1679', agency_digit: '4', agreement: '005507' },
  '237': {
    bank: '237',
    agency: '2424',
    agency_digit: '4',
    account: '12345',
    account_digit: 'P',
    wallet: '09',
    agreement: '4321',
  },
  '341': { bank: '341', agency: '0057', account: '12345', account_digit: '7', wallet: '109' },
  '748': { bank: '748', agency: '0165', unit: '02', agreement: '00623', generator: '2' },
  '756': { bank: '756', agency: '4327', agreement: '229385', wallet: '1', variation: '01' },
};

export const PIX_KEY = '123e4567-e12b-12d1-a456-426655440000';

/** Fills the agency's details that boletos require. */
export const fillAgency = (db: Db, overrides: { pix_key?: string | null; boleto_note?: string | null } = {}) =>
  db
    .updateTable('agency')
    .set({
      name: 'Morada Imóveis Ltda.',
      cnpj: '12ABC34501DE35',
      creci: 'MG-1234',
      phone: '3232150000',
      email: 'contato@morada.test',
      street: 'Avenida Rio Branco',
      number: '2000',
      neighborhood: 'Centro',
      city: 'Juiz de Fora',
      state: 'MG',
      cep: '36016310',
      pix_key: PIX_KEY,
      ...overrides,
    })
    .execute();

/** Replaces the active agreement with one of this bank. */
export async function agree(db: Db, bank: BoletoBankCode, overrides: { last_number?: number } = {}) {
  const { bank: code, ...fields } = AGREEMENTS[bank];
  await db.updateTable('bank_agreement').set({ active: false }).where('active', '=', true).execute();
  const made = await db
    .insertInto('bank_agreement')
    .values({ bank: code, fields: JSON.stringify(fields), ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
