import { modulo10 } from '../../base/check-digits.ts';
import {
  ACCOUNT,
  ACCOUNT_DIGIT,
  AGENCY,
  type Agreement,
  type BoletoBank,
  digitProblems,
  zeroed,
} from './boleto-bank.ts';

const agency = (agreement: Agreement) => zeroed(agreement.agency, 4);
const account = (agreement: Agreement) => zeroed(agreement.account, 5);
const wallet = (agreement: Agreement) => zeroed(agreement.wallet, 3);
const accountDigit = (agreement: Agreement) => String(modulo10(agency(agreement) + account(agreement)));

/** Wallets whose check digit covers wallet and number alone (annex 4). */
const WITHOUT_ACCOUNT = ['126', '131', '146', '150', '168'];

/** "Cobrança CNAB 400" of Itaú, July 2021, notes 3, 5 and 23 and annexes 2 to 4. */
export const itau: BoletoBank = {
  code: '341',
  digit: '7',
  name: 'Itaú',
  payment_place: 'Pagável em qualquer banco',
  fields: [
    AGENCY,
    { ...ACCOUNT, length: { upTo: 5 } },
    ACCOUNT_DIGIT,
    {
      key: 'wallet',
      label: 'Carteira',
      help: 'Em geral 109: direta eletrônica sem emissão, numerada por aqui',
      length: { oneOf: [3] },
      initial: '109',
    },
  ],
  problems: (agreement) => digitProblems(agreement, { account_digit: accountDigit(agreement) }),
  lastNumber: () => 99_999_999,
  nossoNumero(agreement, number) {
    const bare = zeroed(number, 8);
    const code = wallet(agreement);
    const owner = WITHOUT_ACCOUNT.includes(code) ? '' : agency(agreement) + account(agreement);
    const digit = String(modulo10(owner + code + bare));
    return { bare, digit, shown: `${code}/${bare}-${digit}` };
  },
  beneficiary: (agreement) => `${agency(agreement)}/${account(agreement)}-${accountDigit(agreement)}`,
  wallet,
  freeField: (agreement, { bare, digit }) =>
    `${wallet(agreement)}${bare}${digit}${agency(agreement)}${account(agreement)}${accountDigit(agreement)}000`,
  readFreeField(field) {
    const [title = '', digit, owner = ''] = [field.slice(0, 11), field[11], field.slice(12, 21)];
    const isWhole = [modulo10(owner + title), modulo10(title)].map(String).includes(digit ?? '');
    if (!field.endsWith('000') || !isWhole) return undefined;
    return {
      nosso_numero: title.slice(3),
      agreement: {
        wallet: title.slice(0, 3),
        agency: owner.slice(0, 4),
        account: owner.slice(4),
        account_digit: field.slice(21, 22),
      },
    };
  },
};
