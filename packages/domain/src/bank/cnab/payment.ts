import type { CalendarDate } from '../../base/calendar.ts';
import { isDocument } from '../../base/documents.ts';
import type { Cents } from '../../base/money.ts';
import type { Address } from '../../property/property.ts';
import type { PixKey } from '../pix/pix-key.ts';

/** Agency and account in their written form: `1234-5`, `12345-6`. */
export type PaidAccount = {
  kind: 'ACCOUNT';
  bank: string;
  type: 'CORRENTE' | 'POUPANCA';
  agency: string;
  account: string;
  /** «Operação», which precedes the number at Caixa. */
  operation?: string | null;
};

export type PaymentTarget = { kind: 'PIX'; key: PixKey } | PaidAccount;

/** A payment order, debited from the agency's account. */
export type Payment = {
  /** Our identifier, up to 20 characters; the bank's reply repeats it. */
  identifier: string;
  pay_on: CalendarDate;
  amount: Cents;
  payee: { name: string; document: string };
  target: PaymentTarget;
};

/** Account that the payments are debited from. */
export type PayingAccount = {
  bank: string;
  agency: string;
  agency_digit: string;
  account: string;
  account_digit: string;
  /** Number of the payment agreement, a different one from the boletos'; Itaú needs none. */
  agreement: string;
};

export type PaymentOrder = {
  from: PayingAccount;
  company: { name: string; document: string; address: Address };
  created_on: CalendarDate;
  /** `161515` */
  created_at: string;
  /** From 1, incremented with each file. */
  sequence: number;
  payments: readonly Payment[];
};

/** Form of payment, by FEBRABAN's codes (G029), extended by 45 for Pix. */
export type PaymentForm = '01' | '05' | '06' | '41' | '43' | '45';

/** Same bank: credit in account (06 for the same holder at Itaú). Other banks: TED (43 for the same holder). */
export function paymentForm(from: string, company: string, { target, payee }: Payment): PaymentForm {
  if (target.kind === 'PIX') return '45';
  const isOwn = payee.document === company;
  if (target.bank !== from) return isOwn ? '43' : '41';
  if (target.type === 'POUPANCA') return '05';
  return isOwn && from === '341' ? '06' : '01';
}

/** Clearing chamber by form of payment (P001). */
export const CHAMBERS: Readonly<Record<PaymentForm, string>> = {
  '01': '000',
  '05': '000',
  '06': '000',
  '41': '018',
  '43': '018',
  '45': '009',
};

/** Purpose of TEDs, by the Central Bank's list: credit in account. */
export const tedPurpose = (form: PaymentForm) => (form === '41' || form === '43' ? '00010' : '');

/** Kinds of Pix keys, as segment B writes them. */
export const PIX_KEY_CODES: Readonly<Record<PixKey['kind'], string>> = {
  PHONE: '01',
  EMAIL: '02',
  CPF: '03',
  CNPJ: '03',
  RANDOM: '04',
};

type Parts = { number: string; digit: string };

/** `1234-5` or `1234`: the agency digit is optional. */
export function agencyParts({ agency }: Pick<PaidAccount, 'agency'>): Parts {
  const [number = '', digit = ''] = agency.split('-').map(bare);
  return { number, digit };
}

/** `12345-6` or `123456`: an account always has a digit. */
export function accountParts({ account, bank, operation }: PaidAccount): Parts {
  const text = bare(account);
  const parts = { number: text.slice(0, -1), digit: text.slice(-1) };
  const isOfCaixa = bank === '104' && operation?.trim();
  return isOfCaixa ? { ...parts, number: bare(operation) + parts.number.padStart(8, '0') } : parts;
}

const bare = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/[^\dXP]/g, '');

/** Reasons for which the bank would refuse a payment. */
export function paymentProblems({ identifier, amount, payee, target }: Payment): string[] {
  const problems: string[] = [];
  if (amount <= 0) problems.push('O valor deve ser maior que zero');
  if (identifier.length > 20) problems.push('O identificador tem mais de 20 caracteres');
  if (payee.name.trim() === '') problems.push('Informe o nome do favorecido');
  if (!isDocument(payee.document)) problems.push('O CPF ou CNPJ do favorecido é inválido');
  return target.kind === 'ACCOUNT' ? [...problems, ...accountProblems(target)] : problems;
}

function accountProblems(target: PaidAccount): string[] {
  const account = accountParts(target);
  const problems: string[] = [];
  if (!/^\d{3}$/.test(target.bank)) problems.push('Informe o banco do favorecido');
  if (!/^\d{1,5}$/.test(agencyParts(target).number)) problems.push('A agência do favorecido é inválida');
  if (!/^\d{1,12}$/.test(account.number)) problems.push('A conta do favorecido é inválida');
  return problems;
}
