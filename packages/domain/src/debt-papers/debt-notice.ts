import {
  type CalendarDate,
  daysText,
  formatDate,
  formatReference,
  type Reference,
  shownReference,
} from '../base/calendar.ts';
import { type Cents, formatMoney, sum } from '../base/money.ts';
import { formatPhone } from '../base/phone.ts';
import { properName } from '../base/proper-name.ts';
import { sentence } from '../base/sentence.ts';
import { type DebtorRole, NOTICE_DAYS } from './debt-register.ts';

export type NoticeSubject = {
  recipient: string;
  role: DebtorRole;
  tenant: string;
  /** Address in a line. */
  property: string;
  rows: readonly { invoice_id: number; reference: Reference; due_date: CalendarDate; days: number; total: Cents }[];
  agency: { name: string; phone: string | null };
};

/**
 * Written notice before a listing (CDC, art. 43 § 2), by letter or e-mail: value and days late of each invoice, the term,
 * and how to pay or object. Names no consequence beyond the law's and no other person than the tenant.
 */
export function debtNotice({ recipient, role, tenant, property, rows, agency }: NoticeSubject) {
  const total = sum(rows.map((row) => row.total));
  const named = properName(tenant);
  const opening =
    role === 'TENANT'
      ? `Até esta data não identificamos o pagamento dos valores abaixo, do contrato de locação do imóvel ${property}.`
      : `O contrato de locação do imóvel ${property}, alugado por ${named} e do qual você é fiador(a), tem valores sem pagamento identificado até esta data.`;
  return {
    subject: 'Aviso sobre valores em aberto do contrato de locação',
    greeting: sentence(`Prezado(a) ${properName(recipient)}`),
    opening,
    lines: rows.map(
      ({ reference, due_date, days, total: owed }) =>
        `Aluguel de ${formatReference(shownReference(reference))}, vencido em ${formatDate(due_date)}, há ${daysText(days)}: ${formatMoney(owed)}`,
    ),
    total: `Total nesta data: ${formatMoney(total)}`,
    closing: [
      `Pedimos o pagamento, ou o seu contato para combinarmos uma forma de pagar, em até ${daysText(NOTICE_DAYS)} do recebimento deste aviso. Depois desse prazo, o débito poderá ser incluído em cadastro de proteção ao crédito, como prevê o art. 43, § 2º, do Código de Defesa do Consumidor.`,
      'Se você já pagou, ou se algum valor não estiver certo, avise-nos: conferimos e corrigimos antes de qualquer providência.',
    ],
    signature: [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])],
  };
}
export type DebtNotice = ReturnType<typeof debtNotice>;

/** The notice as the text of an e-mail. */
export const noticeText = ({ greeting, opening, lines, total, closing, signature }: DebtNotice): string =>
  [greeting, opening, lines.join('\n'), total, ...closing, signature.join('\n')].join('\n\n');
