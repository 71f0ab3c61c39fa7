import { modulo10 } from '../../base/check-digits.ts';
import { ACCOUNT, type Agreement, type BoletoBank, zeroed } from './boleto-bank.ts';

/** Inter has a single agency. */
const AGENCY = '0001';

const wallet = (agreement: Agreement) => zeroed(agreement.wallet, 3);
const digitOf = (wallet: string, bare: string) => String(modulo10(AGENCY + wallet + bare));

/**
 * "Manual CNAB400, emissão de boletos de cobrança" of Inter, v1.1, 30/08/2021: 6.1.3. With wallet 112 the bank assigns
 * the number and reports it in its return file; with 110 we do.
 */
export const inter: BoletoBank = {
  code: '077',
  digit: '9',
  name: 'Inter',
  payment_place: 'Pagável em qualquer banco',
  fields: [
    { ...ACCOUNT, help: 'A conta digital PJ, com o dígito', length: { upTo: 10 } },
    {
      key: 'wallet',
      label: 'Carteira',
      help: '110 quando os boletos são numerados por aqui; 112 quando o Inter os numera',
      length: { oneOf: [3] },
      initial: '110',
    },
    {
      key: 'operation',
      label: 'Número da operação',
      help: 'Está em Conta Digital > Emissão via CNAB > Retorno',
      length: { upTo: 7 },
    },
  ],
  problems: ({ wallet = '' }) =>
    ['110', '112'].includes(wallet) ? [] : [{ field: 'wallet', message: 'A carteira do Inter é 110 ou 112' }],
  lastNumber: () => 9_999_999_999,
  nossoNumero(agreement, number) {
    const bare = zeroed(number, 10);
    const digit = digitOf(wallet(agreement), bare);
    return { bare, digit, shown: `${AGENCY}/${wallet(agreement)}/${bare}-${digit}` };
  },
  beneficiary: (agreement) => `${AGENCY}-9/${zeroed(agreement.account, 10)}`,
  wallet,
  freeField: (agreement, { bare, digit }) => AGENCY + wallet(agreement) + zeroed(agreement.operation, 7) + bare + digit,
  readFreeField(field) {
    const bare = field.slice(14, 24);
    const code = field.slice(4, 7);
    if (!field.startsWith(AGENCY) || field[24] !== digitOf(code, bare)) return undefined;
    return { nosso_numero: bare, agreement: { wallet: code, operation: field.slice(7, 14) } };
  },
};
