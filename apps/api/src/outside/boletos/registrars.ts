import type { Agreement } from '@morada/domain/bank/boleto-banks';
import { type BankAccess, BankFailure } from '../bank-api.ts';
import { bancoDoBrasilRegistrar } from './banco-do-brasil.ts';
import { interRegistrar } from './inter.ts';
import type { BoletoRegistrar } from './registrar.ts';
import { sicoobBoletos } from './sicoob.ts';

/** Boletos of an agreement at its bank. `fields`: those of `callBank(agreement.bank)`. */
export function registrarOf(
  agreement: Agreement,
  fields: Readonly<Record<string, string>>,
  access: BankAccess,
): BoletoRegistrar {
  const { account = '', scope = '', application_key: applicationKey = '' } = fields;
  if (agreement.bank === '001') return bancoDoBrasilRegistrar(access, { agreement, applicationKey });
  if (agreement.bank === '077') return interRegistrar(access, agreement);
  if (agreement.bank === '756') return sicoobBoletos(access, { agreement, account, scope });
  throw new BankFailure('DENIED', 'Os boletos deste banco não são registrados pela API.');
}
