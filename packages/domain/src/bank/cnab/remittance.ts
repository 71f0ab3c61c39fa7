import type { CalendarDate } from '../../base/calendar.ts';
import { isDocument } from '../../base/documents.ts';
import type { BasisPoints, Cents } from '../../base/money.ts';
import type { Address } from '../../property/property.ts';
import type { Agreement, NossoNumero } from '../boleto-banks.ts';

export type Payer = { name: string; document: string; address: Address };

/** One boleto as it goes to the bank, to be registered or taken back. It is never sent to protest. */
export type RemittanceBoleto = {
  movement: 'REGISTER' | 'CANCEL';
  nosso_numero: NossoNumero;
  /** As the boleto shows it, «número do documento». */
  document_number: string;
  /** Comes back in the return file as it went. */
  company_use: string;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: Cents;
  fine: { percent: BasisPoints; from: CalendarDate } | null;
  interest: { per_day: Cents; from: CalendarDate } | null;
  /** Days after the due date that the bank still takes it, where the bank wants to be told. */
  keep_days: number;
  /** As many as the bank has room for. */
  instructions: readonly string[];
  payer: Payer;
};

export type Remittance = {
  agreement: Agreement;
  company: { name: string; document: string };
  created_on: CalendarDate;
  /** `161515` */
  created_at: string;
  /** From 1, one more each file: a bank refuses a number that it has seen. */
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
