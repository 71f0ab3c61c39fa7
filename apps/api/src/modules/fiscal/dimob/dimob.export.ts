import type { DimobSearch } from '@morada/contract/fiscal/fiscal.search';
import { formatDocument } from '@morada/domain/base/documents';
import type * as z from 'zod/mini';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, money, number, text } from '#api/sheets/write.ts';
import { findLineIds, loadLines } from './dimob.service.ts';

type Line = Awaited<ReturnType<typeof loadLines>>[number];

const MONTHS = Array.from({ length: 12 }, (_, index) => index);

const monthColumns = (title: string, figure: 'rent' | 'fee' | 'tax'): Column<Line>[] =>
  MONTHS.map((index) =>
    money(`${title} ${String(index + 1).padStart(2, '0')}`, 12, (line: Line) => line.months[index]?.[figure] ?? 0),
  );

const COLUMNS: Column<Line>[] = [
  text('Proprietário', 36, (line) => line.owner_name),
  text('CPF/CNPJ do proprietário', 22, (line) => formatDocument(line.owner_document)),
  text('Inquilino', 36, (line) => line.tenant_name),
  text('CPF/CNPJ do inquilino', 22, (line) => formatDocument(line.tenant_document)),
  number('Contrato', 10, (line) => line.proposal_id),
  text('Imóvel', 36, (line) => line.property),
  money('Aluguéis no ano', 16, (line) => line.total.rent),
  money('Taxas no ano', 14, (line) => line.total.fee),
  money('IRRF no ano', 14, (line) => line.total.tax),
  ...monthColumns('Aluguel', 'rent'),
  ...monthColumns('Taxa', 'fee'),
  ...monthColumns('IRRF', 'tax'),
];

export const DIMOB_LIST: ListSheet<z.output<typeof DimobSearch>, Line> = {
  ...{ name: 'dimob', title: 'Linhas da DIMOB', columns: COLUMNS },
  find: findLineIds,
  load: loadLines,
};
