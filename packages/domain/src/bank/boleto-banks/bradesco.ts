import { modulo11 } from '../../base/check-digits.ts';
import {
  ACCOUNT,
  ACCOUNT_DIGIT,
  AGENCY,
  AGENCY_DIGIT,
  type Agreement,
  type BoletoBank,
  digitProblems,
  zeroed,
} from './boleto-bank.ts';

const agency = (agreement: Agreement) => zeroed(agreement.agency, 4);
const account = (agreement: Agreement) => zeroed(agreement.account, 7);
const wallet = (agreement: Agreement) => zeroed(agreement.wallet, 2);

/** Base 7, and 10 is a P. */
const digitOf = (digits: string) => {
  const digit = modulo11(digits, 7);
  return digit === 10 ? 'P' : String(digit);
};

/** "Cobrança Bradesco, layout de arquivos 400 posições" (4008-524-0121): pages 17, 18, 28 and 36. */
export const bradesco: BoletoBank = {
  code: '237',
  digit: '2',
  name: 'Bradesco',
  payment_place: 'Pagável preferencialmente na rede Bradesco ou no Bradesco Expresso',
  fields: [
    AGENCY,
    AGENCY_DIGIT,
    { ...ACCOUNT, length: { upTo: 7 } },
    ACCOUNT_DIGIT,
    {
      key: 'wallet',
      label: 'Carteira',
      help: 'Em geral 09: com registro, emitida por aqui',
      length: { oneOf: [2] },
      initial: '09',
    },
    {
      key: 'agreement',
      label: 'Código da empresa',
      help: 'O código de até 20 números que o banco deu para a troca de arquivos',
      length: { upTo: 20 },
    },
  ],
  problems: (agreement) =>
    digitProblems(agreement, {
      agency_digit: digitOf(agency(agreement)),
      account_digit: digitOf(account(agreement)),
    }),
  lastNumber: () => 99_999_999_999,
  nossoNumero(agreement, number) {
    const bare = zeroed(number, 11);
    const digit = digitOf(wallet(agreement) + bare);
    return { bare, digit, shown: `${wallet(agreement)}/${bare}-${digit}` };
  },
  beneficiary: (agreement) =>
    `${agency(agreement)}-${agreement.agency_digit} / ${account(agreement)}-${agreement.account_digit}`,
  wallet,
  freeField: (agreement, { bare }) => `${agency(agreement)}${wallet(agreement)}${bare}${account(agreement)}0`,
  readFreeField(field) {
    if (!field.endsWith('0')) return undefined;
    return {
      nosso_numero: field.slice(6, 17),
      agreement: { agency: field.slice(0, 4), wallet: field.slice(4, 6), account: field.slice(17, 24) },
    };
  },
};
