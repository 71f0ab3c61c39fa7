import { daysText, formatDate, formatLongDate, formatReference, shownReference } from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { addressLine } from '@morada/domain/property/property';
import { PUNCTUALITY_STATES, type Punctuality } from '@morada/domain/punctuality/punctuality';
import { checkLine, type PaperMark } from '#api/modules/registry/issued-papers/issued-papers.service.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { paperPdf } from '#api/pdf/paper.ts';
import { placeOf } from '#api/pdf/receipt.ts';
import type { Person, RentedContract } from './punctuality.queries.ts';

type Subject = {
  person: Person;
  found: Punctuality;
  contracts: readonly RentedContract[];
  agency: Letterhead;
  mark: PaperMark;
};

/** `3 de 12` */
const outOf = (count: number, { months }: Punctuality) => `${count} de ${months}`;

/** Months paid on time and late, as facts. */
export function punctualityPdf({ person, found, contracts, agency, mark }: Subject) {
  const { day, list, average_delay, longest_delay } = found;
  const place = placeOf(agency, {});
  return paperPdf({
    agency,
    title: 'Comprovante de pontualidade',
    subtitle: `Aluguéis vencidos ou pagos até ${formatDate(day)}`,
    day,
    blocks: [
      {
        facts: [
          ['Parte locatária', `${person.name}, ${documentKind(person.document)} ${formatDocument(person.document)}`],
          ...contracts.map((contract): readonly [string, string] => [
            `Contrato ${contract.id}`,
            `${addressLine(contract)}, desde ${formatDate(contract.start_date)}${contract.closed_on ? ` até ${formatDate(contract.closed_on)}` : ''}`,
          ]),
        ],
      },
      { heading: 'Resumo' },
      {
        facts: [
          ['Pagos em dia', outOf(found.on_time, found)],
          ['Pagos com atraso', outOf(found.late, found)],
          ['Pagos em parte', outOf(found.partial, found)],
          ['Em acordo', outOf(found.agreed, found)],
          ['Em aberto', outOf(found.open, found)],
          [
            'Atraso médio',
            average_delay === null ? 'sem atraso' : `${daysText(average_delay)}, nos meses pagos com atraso`,
          ],
          ['Maior atraso', longest_delay === 0 ? 'sem atraso' : daysText(longest_delay)],
        ],
      },
      { heading: 'Mês a mês' },
      {
        columns: [
          { title: 'Mês', width: 80 },
          { title: 'Vencimento', width: 100 },
          { title: 'Pagamento', width: 100 },
          { title: 'Situação', width: 115 },
          { title: 'Dias de atraso', width: 80, align: 'right' },
        ],
        rows: list.map(({ reference, due_date, paid_on, state, days }) => [
          formatReference(shownReference(reference)),
          formatDate(due_date),
          paid_on ? formatDate(paid_on) : '',
          PUNCTUALITY_STATES[state],
          String(days),
        ]),
      },
      {
        text: 'É pago em dia o aluguel pago até o vencimento ou, se nesse dia não há expediente bancário, até o dia útil seguinte. Este documento relata os pagamentos registrados e não é uma avaliação da pessoa.',
        look: 'small',
      },
      { signedAt: `${place ? `${place}, ` : ''}${formatLongDate(day)}.` },
      {
        text: checkLine(mark),
        look: 'small',
      },
      { text: `SHA-256 dos dados: ${mark.sha256}`, look: 'small' },
    ],
  });
}
