import type { Cents } from '../../base/money.ts';

/** Codes alone, for forms and contracts that need no rules. */
export const BOLETO_BANK_CODES = ['001', '033', '077', '104', '237', '341', '748', '756'] as const;
export type BoletoBankCode = (typeof BOLETO_BANK_CODES)[number];

export type AgreementKey =
  | 'agency'
  | 'agency_digit'
  | 'account'
  | 'account_digit'
  | 'agreement'
  | 'wallet'
  | 'variation'
  | 'unit'
  | 'operation'
  | 'generator';

/** Agreement under which an agency issues boletos at its bank: digits as text, with or without leading zeros. */
export type Agreement = { readonly bank: BoletoBankCode } & { readonly [Key in AgreementKey]?: string };

/** A field of a bank's agreement form. */
export type AgreementField = {
  key: AgreementKey;
  label: string;
  help: string;
  /** Allowed numbers of digits; a shorter value is padded with zeros. */
  length: { upTo: number } | { oneOf: readonly number[] };
  /** A check digit, which some banks write as a letter. */
  digit?: true;
  initial?: string;
};

export type AgreementProblem = { field: AgreementKey; message: string };

/** Nosso número: the boleto's number at its bank. */
export type NossoNumero = {
  /** Form used for comparison in files and records: all digits, no check digit. */
  bare: string;
  /** Empty for banks without one. */
  digit: string;
  /** As printed on the boleto. */
  shown: string;
};

/** Values that can be read back from a free field. */
export type FreeFieldReading = { nosso_numero: string; agreement: Partial<Record<AgreementKey, string>> };

export type BoletoBank = {
  code: BoletoBankCode;
  /** Shown beside the code: `341-7`. */
  digit: string;
  name: string;
  /** "Local de pagamento". */
  payment_place: string;
  fields: readonly AgreementField[];
  /** Problems between fields that are valid by themselves. */
  problems?(agreement: Agreement): AgreementProblem[];
  /** Numbers begin at 1 again each year. */
  yearly?: true;
  /** Largest running number that fits. */
  lastNumber(agreement: Agreement): number;
  /** @param year of issue, which one bank puts in front. */
  nossoNumero(agreement: Agreement, number: number, year: number): NossoNumero;
  /** "Agência / código do beneficiário". */
  beneficiary(agreement: Agreement): string;
  /** "Carteira". */
  wallet(agreement: Agreement): string;
  freeField(agreement: Agreement, nossoNumero: NossoNumero, amount: Cents): string;
  /** Undefined when the field is not composed by this bank's rules. */
  readFreeField(field: string): FreeFieldReading | undefined;
};

/** @throws RangeError when the value does not fit. */
export function zeroed(value: number | string | undefined, length: number): string {
  const text = String(value ?? '');
  if (!/^\d*$/.test(text) || text.length > length) throw new RangeError(`${text} does not fit in ${length} digits`);
  return text.padStart(length, '0');
}

export const AGENCY: AgreementField = {
  key: 'agency',
  label: 'Agência',
  help: 'Sem o dígito',
  length: { upTo: 4 },
};
export const AGENCY_DIGIT: AgreementField = {
  key: 'agency_digit',
  label: 'Dígito da agência',
  help: 'O número ou a letra depois do traço',
  length: { upTo: 1 },
  digit: true,
};
export const ACCOUNT: AgreementField = {
  key: 'account',
  label: 'Conta corrente',
  help: 'A conta ligada à cobrança, sem o dígito',
  length: { upTo: 8 },
};
export const ACCOUNT_DIGIT: AgreementField = {
  key: 'account_digit',
  label: 'Dígito da conta',
  help: 'O número ou a letra depois do traço',
  length: { upTo: 1 },
  digit: true,
};

/** Problems of check digits that do not match agency and account. */
export function digitProblems(
  agreement: Agreement,
  expected: { agency_digit?: string; account_digit?: string },
): AgreementProblem[] {
  const problems: AgreementProblem[] = [];
  const isWrong = (key: 'agency_digit' | 'account_digit') =>
    expected[key] !== undefined && agreement[key]?.toUpperCase() !== expected[key];
  if (isWrong('agency_digit')) problems.push({ field: 'agency_digit', message: 'O dígito da agência não confere' });
  if (isWrong('account_digit')) problems.push({ field: 'account_digit', message: 'O dígito da conta não confere' });
  return problems;
}
