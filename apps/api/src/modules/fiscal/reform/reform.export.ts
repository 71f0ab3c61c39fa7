import type { ReformRow } from '@morada/contract/fiscal/fiscal-reform';
import type { ReformSearch } from '@morada/contract/fiscal/fiscal-reform.search';
import { formatDocument } from '@morada/domain/base/documents';
import { REFORM_STATES } from '@morada/domain/fiscal/reform';
import type * as z from 'zod/mini';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findIds, loadRows } from './reform.service.ts';

const COLUMNS: Column<ReformRow>[] = [
  text('Proprietário', 36, (row) => row.name),
  text('CPF', 16, (row) => formatDocument(row.document)),
  text('Situação', 28, (row) => REFORM_STATES[row.state]),
  money('Recebido pela imobiliária', 20, (row) => row.income),
  number('Imóveis', 10, (row) => row.properties),
  money('Declarado fora', 18, (row) => row.declared?.income ?? null),
  number('Imóveis fora', 12, (row) => row.declared?.properties ?? null),
  day('Declarado em', 14, (row) => row.declared?.declared_on ?? null),
  money('Total', 18, (row) => row.total.income),
  number('Total de imóveis', 14, (row) => row.total.properties),
  text('Por quê', 80, (row) => row.reason),
];

export const REFORM_LIST: ListSheet<z.output<typeof ReformSearch>, ReformRow> = {
  ...{ name: 'radar-da-reforma', title: 'Radar da reforma', columns: COLUMNS },
  find: findIds,
  load: loadRows,
};
