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

/** Digits of the running number, by digits of the agreement. */
const NUMBER_LENGTH: Record<number, number> = { 4: 7, 6: 5, 7: 10 };

const lengthOf = (agreement: Agreement) => agreement.agreement?.length ?? 0;
const numberLength = (agreement: Agreement) => NUMBER_LENGTH[lengthOf(agreement)] ?? 0;

const digitOf = (digits: string) => {
  const digit = modulo11(digits);
  return digit === 10 ? 'X' : String(digit);
};
const agency = (agreement: Agreement) => zeroed(agreement.agency, 4);
const account = (agreement: Agreement) => zeroed(agreement.account, 8);

/**
 * "Especificações Técnicas para Confecção de Boleto de Cobrança do Banco do Brasil", Jan/2016, annexes VII, VIII, IX and
 * XI. The number of 17 free digits (annex X) is for collection without registration, which no longer exists.
 */
export const bancoDoBrasil: BoletoBank = {
  code: '001',
  digit: '9',
  name: 'Banco do Brasil',
  payment_place: 'Pagável em qualquer banco até o vencimento. Após, atualize o boleto no site bb.com.br',
  fields: [
    {
      key: 'agreement',
      label: 'Convênio',
      help: 'O número do convênio de cobrança, com 4, 6 ou 7 números, como o banco o informou',
      length: { oneOf: [4, 6, 7] },
    },
    { key: 'wallet', label: 'Carteira', help: 'Em geral 17', length: { oneOf: [2] }, initial: '17' },
    { key: 'variation', label: 'Variação', help: 'A variação da carteira, como 019', length: { upTo: 3 } },
    AGENCY,
    AGENCY_DIGIT,
    ACCOUNT,
    ACCOUNT_DIGIT,
  ],
  problems: (agreement) =>
    digitProblems(agreement, {
      agency_digit: digitOf(agency(agreement)),
      account_digit: digitOf(account(agreement)),
    }),
  lastNumber: (agreement) => 10 ** numberLength(agreement) - 1,
  nossoNumero(agreement, number) {
    const bare = `${agreement.agreement}${zeroed(number, numberLength(agreement))}`;
    // A nosso número of 17 digits has no check digit.
    const digit = lengthOf(agreement) === 7 ? '' : digitOf(bare);
    return { bare, digit, shown: digit ? `${bare}-${digit}` : bare };
  },
  beneficiary: (agreement) =>
    `${agency(agreement)}-${agreement.agency_digit} / ${account(agreement)}-${agreement.account_digit}`,
  wallet: (agreement) => [agreement.wallet, agreement.variation].filter(Boolean).join('-'),
  freeField(agreement, { bare }) {
    const wallet = zeroed(agreement.wallet, 2);
    if (lengthOf(agreement) === 7) return `000000${bare}${wallet}`;
    return bare + agency(agreement) + account(agreement) + wallet;
  },
  readFreeField(field) {
    const wallet = field.slice(23);
    if (field.startsWith('000000')) {
      return { nosso_numero: field.slice(6, 23), agreement: { agreement: field.slice(6, 13), wallet } };
    }
    // The free field does not show whether the agreement has four digits or six.
    return {
      nosso_numero: field.slice(0, 11),
      agreement: { agency: field.slice(11, 15), account: field.slice(15, 23), wallet },
    };
  },
};
