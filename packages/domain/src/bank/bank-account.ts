import { modulo10, modulo11 } from '../base/check-digits.ts';

/** Account as a form holds it: agency and account with their check digits, `0024-8` and `51782-8`. */
export type TypedAccount = {
  code?: string | null | undefined;
  agency?: string | null | undefined;
  account?: string | null | undefined;
  type?: 'CORRENTE' | 'POUPANCA' | undefined;
  /** «Operação» of Caixa. */
  operation?: string | null | undefined;
};

export type BankAccountField = 'code' | 'agency' | 'account';
export type BankAccountProblem = { field: BankAccountField; message: string };

const MISSING: Readonly<Record<BankAccountField, string>> = {
  code: 'Informe o banco',
  agency: 'Informe a agência',
  account: 'Informe a conta',
};
const FIELDS = ['code', 'agency', 'account'] as const;

/** Missing fields of a payee's account: a Pix key alone is enough, half an account is not. */
export function missingOfAccount(typed: TypedAccount, hasPix: boolean): BankAccountProblem[] {
  if (hasPix && !typed.agency && !typed.account) return [];
  return FIELDS.filter((field) => !typed[field]).map((field) => ({ field, message: MISSING[field] }));
}

/** Problems of agency and account by their bank's rules. A bank without rules here accepts any digit. */
export function digitsOfAccount(typed: TypedAccount): BankAccountProblem[] {
  const bank = BANKS[typed.code ?? ''];
  const agency = typed.agency ? agencyOf(typed.agency) : undefined;
  const account = typed.account ? accountOf(typed.account) : undefined;
  const problems: BankAccountProblem[] = [];
  const report = (field: BankAccountField, message: string) => problems.push({ field, message });

  if (typed.agency && !agency) report('agency', 'Informe a agência com números, como 1234 ou 1234-5');
  else if (agency && bank && agency.number.length > AGENCY_LENGTH)
    report('agency', 'A agência tem até 4 números; o dígito vem depois do traço');
  else if (agency?.digit && isWrong(agency.digit, bank?.agency?.(agency.number)))
    report('agency', 'O dígito da agência não confere para este banco');

  if (typed.account && !account) report('account', 'Informe a conta com o dígito, como 12345-6');
  else if (account && agency && agency.number.length <= AGENCY_LENGTH) {
    const owner = { agency: agency.number, account: account.number, type: typed.type, operation: typed.operation };
    if (isWrong(account.digit, bank?.account(owner)))
      report('account', 'O dígito da conta não confere para este banco');
  }
  return problems;
}

const AGENCY_LENGTH = 4;

type Numbered = { number: string; digit: string };

const bare = (text: string) => text.toUpperCase().replace(/[\s.]/g, '');

/** `1234-5`; `1234` when the bank has no agency digit or it is left out. */
function agencyOf(text: string): Numbered | undefined {
  const [, number, digit = ''] = /^(\d{1,5})(?:-([\dXP]))?$/.exec(bare(text)) ?? [];
  return number === undefined ? undefined : { number, digit };
}

/** `12345-6` and `123456`: an account always has a digit. */
function accountOf(text: string): Numbered | undefined {
  const [, number, digit] = /^(\d{1,12})-?([\dXP])$/.exec(bare(text)) ?? [];
  return number === undefined || digit === undefined ? undefined : { number: number.replace(/^0+(?=\d)/, ''), digit };
}

/** `expected`: every accepted spelling of the digit; undefined without a known rule. */
const isWrong = (digit: string, expected: readonly string[] | undefined) =>
  expected !== undefined && !expected.includes(digit);

type Owner = { agency: string; account: string; type: TypedAccount['type']; operation: TypedAccount['operation'] };
type Digits = readonly string[] | undefined;
type BankRules = { agency?: (number: string) => Digits; account: (owner: Owner) => Digits };

/** A check digit of ten is a letter, which staff and bank websites replace by 0. */
const lettered = (digit: number, letter: string) => (digit === 10 ? [letter, '0'] : [String(digit)]);

const SANTANDER_KINDS = /^(0[123579]|13|27|35|37|4[3568]|5[03]|60|92)/;
const SANTANDER_WEIGHTS = [9, 7, 3, 1, 9, 7, 1, 3, 1, 9, 7, 3];
const CAIXA_OPERATIONS = /^(00[12367]|013|022|023|028|043)$/;

/** Only the last digit of each product counts. */
function santanderDigit(digits: string): string {
  const products = [...digits].map((digit, index) => (Number(digit) * (SANTANDER_WEIGHTS[index] ?? 0)) % 10);
  return String((10 - (products.reduce((sum, product) => sum + product, 0) % 10)) % 10);
}

/**
 * Banks whose rule is published. An account of a length or kind that the rule does not cover is accepted as it is:
 * banks have opened series outside it, such as savings accounts of Banco do Brasil and Bradesco and Caixa's accounts of
 * nine digits.
 */
const BANKS: Readonly<Record<string, BankRules>> = {
  // "Especificações Técnicas para Confecção de Boleto de Cobrança do Banco do Brasil", Jan/2016, annex VII.
  '001': {
    agency: (number) => lettered(modulo11(number), 'X'),
    account: ({ account, type }) =>
      type === 'POUPANCA' || account.length > 8 ? undefined : lettered(modulo11(account), 'X'),
  },
  // wirecardBrasil/desmond, docs/SANTANDER.md: agency, and an account of eight digits that begins with its kind.
  '033': {
    account({ agency, account }) {
      const whole = account.padStart(8, '0');
      if (whole.length > 8 || !SANTANDER_KINDS.test(whole)) return undefined;
      return [santanderDigit(agency.padStart(4, '0') + whole)];
    },
  },
  // wirecardBrasil/desmond, docs/CAIXA_ECONOMICA_FEDERAL.md: agency, operation and eight digits; a ten is a 0.
  '104': {
    account({ agency, account, operation }) {
      const kind = operation?.trim().padStart(3, '0') ?? '';
      if (!CAIXA_OPERATIONS.test(kind) || account.length > 8) return undefined;
      return [String(modulo11(agency.padStart(4, '0') + kind + account.padStart(8, '0')) % 10)];
    },
  },
  // "Cobrança Bradesco, layout de arquivos 400 posições" (4008-524-0121), page 36.
  '237': {
    agency: (number) => lettered(modulo11(number), 'P'),
    account: ({ account, type }) =>
      type === 'POUPANCA' || account.length > 7 ? undefined : lettered(modulo11(account, 7), 'P'),
  },
  // "Cobrança CNAB 400" of Itaú, July 2021, annex 3: agency and five digits.
  '341': {
    account: ({ agency, account }) =>
      account.length > 5 ? undefined : [String(modulo10(agency.padStart(4, '0') + account.padStart(5, '0')))],
  },
};
