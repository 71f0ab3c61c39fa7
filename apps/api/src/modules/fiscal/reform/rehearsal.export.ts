import type { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { formatPercent } from '@morada/domain/base/money';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import type * as z from 'zod/mini';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, money, number, text } from '#api/sheets/write.ts';
import { findRehearsalIds, loadRehearsal, type RehearsalSheetRow } from './rehearsal.service.ts';

const COLUMNS: Column<RehearsalSheetRow>[] = [
  number('Contrato', 10, (row) => row.id),
  text('Inquilino', 36, (row) => row.tenant),
  text('Imóvel', 36, (row) => row.property),
  text('Contribuintes', 36, (row) => row.payers.join(', ')),
  text('IBS e CBS no contrato', 22, (row) => LEASE_TAX_MODES[row.mode].name),
  money('Boletos como foram', 18, (row) => row.was.slips),
  money('Repasses como foram', 18, (row) => row.was.net),
  money('Por fora: boletos', 18, (row) => row.on_top.slips),
  money('Por fora: IBS e CBS', 18, (row) => row.on_top.tax),
  money('Por fora: líquido', 18, (row) => row.on_top.net),
  money('Incluído: boletos', 18, (row) => row.included.slips),
  money('Incluído: IBS e CBS', 18, (row) => row.included.tax),
  money('Incluído: líquido', 18, (row) => row.included.net),
  text('Alíquotas', 34, ({ rates: { cbs, ibs, estimate } }) =>
    [`CBS ${formatPercent(cbs)}`, `IBS ${formatPercent(ibs)}`, estimate ? 'estimativa' : 'oficiais'].join(', '),
  ),
];

export const REHEARSAL_LIST: ListSheet<z.output<typeof RehearsalSearch>, RehearsalSheetRow> = {
  ...{ name: 'ensaio-de-2027', title: 'Ensaio de 2027', columns: COLUMNS },
  find: findRehearsalIds,
  load: loadRehearsal,
};
