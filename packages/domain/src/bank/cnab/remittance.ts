import type { CalendarDate } from '../../base/calendar.ts';
import { isDocument } from '../../base/documents.ts';
import type { BasisPoints, Cents } from '../../base/money.ts';
import type { Address } from '../../property/property.ts';
import type { Agreement, NossoNumero } from '../boleto-banks.ts';

export type Payer = { name: string; document: string; address: Address };

/** A boleto to register or withdraw at the bank. It is never sent to protest. */
export type RemittanceBoleto = {
  movement: 'REGISTER' | 'CANCEL';
  nosso_numero: NossoNumero;
  /** «Número do documento» as printed on the boleto. */
  document_number: string;
  /** Returned unchanged in the return file. */
  company_use: string;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: Cents;
  fine: { percent: BasisPoints; from: CalendarDate } | null;
  interest: { per_day: Cents; from: CalendarDate } | null;
  /** Days after the due date for which the bank accepts it, for banks that ask. */
  keep_days: number;
  /** Limited to the number of lines the bank supports. */
  instructions: readonly string[];
  payer: Payer;
};

export type Remittance = {
  agreement: Agreement;
  company: { name: string; document: string };
  created_on: CalendarDate;
  /** `161515` */
  created_at: string;
  /** From 1, incremented with each file: a bank refuses a number that it has seen. */
  sequence: number;
  boletos: readonly RemittanceBoleto[];
};

/** Reasons for which the bank would refuse a payer. */
export function payerProblems({ name, document, address }: Payer): string[] {
  const missing = [
    [name, 'o nome'],
    [address.street, 'a rua'],
    [address.neighborhood, 'o bairro'],
    [address.city, 'a cidade'],
    [address.state, 'o estado'],
  ].flatMap(([value, label]) => (value?.trim() ? [] : [`Informe ${label} do pagador`]));
  const ofDocument = isDocument(document) ? [] : ['O CPF ou CNPJ do pagador é inválido'];
  const ofCep = /^\d{8}$/.test(address.cep ?? '') ? [] : ['O CEP do pagador é inválido'];
  return [...ofDocument, ...missing, ...ofCep];
}
