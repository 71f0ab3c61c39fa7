import { modulo11 } from '../../base/check-digits.ts';
import { AGENCY, type Agreement, type BoletoBank, zeroed } from './boleto-bank.ts';

const beneficiary = (agreement: Agreement) => zeroed(agreement.agreement, 7);
const wallet = (agreement: Agreement) => zeroed(agreement.wallet, 3);
const digitOf = (bare: string) => String(modulo11(bare) % 10);

/** "Layout de Código de Barras Santander", January 2017, v. 31: pages 4, 5 and 14. */
export const santander: BoletoBank = {
  code: '033',
  digit: '7',
  name: 'Santander',
  payment_place: 'Pagável em qualquer banco',
  fields: [
    AGENCY,
    {
      key: 'agreement',
      label: 'Código do beneficiário',
      help: 'O código de cobrança (PSK) de até 7 números que o banco informou; não é a conta',
      length: { upTo: 7 },
    },
    {
      key: 'wallet',
      label: 'Carteira',
      help: 'Em geral 101: cobrança rápida com registro',
      length: { oneOf: [3] },
      initial: '101',
    },
  ],
  // Files of 400 columns only have room for seven digits and the check digit.
  lastNumber: () => 9_999_999,
  nossoNumero(_agreement, number) {
    const bare = zeroed(number, 12);
    const digit = digitOf(bare);
    return { bare, digit, shown: `${bare}-${digit}` };
  },
  beneficiary: (agreement) => `${zeroed(agreement.agency, 4)}/${beneficiary(agreement)}`,
  wallet,
  // The 0 is the tax that only insurers collect.
  freeField: (agreement, { bare, digit }) => `9${beneficiary(agreement)}${bare}${digit}0${wallet(agreement)}`,
  readFreeField(field) {
    const bare = field.slice(8, 20);
    if (!field.startsWith('9') || field[20] !== digitOf(bare)) return undefined;
    return { nosso_numero: bare, agreement: { agreement: field.slice(1, 8), wallet: field.slice(22) } };
  },
};
