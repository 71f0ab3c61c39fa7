import type { Received } from '@morada/contract/base/endpoint';
import type { DarfRow, ReinfRow, withholding } from '@morada/contract/fiscal/fiscal-withholding';
import { formatReference, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import type { Context } from '#api/context.ts';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, day, money, text } from '#api/sheets/write.ts';
import { darfRows, reinfRows } from './darf.service.ts';

const DARFS: Column<DarfRow>[] = [
  text('Inquilino', 36, (row) => row.tenant.name),
  text('CPF/CNPJ', 20, (row) => formatDocument(row.tenant.cpf_cnpj)),
  text('Código', 10, (row) => row.code),
  text('Mês', 10, (row) => formatReference(row.reference)),
  text('Quem recolhe', 14, (row) => (row.payer === 'AGENCY' ? 'Imobiliária' : 'Inquilino')),
  money('Retido no mês', 14, (row) => row.withheld),
  money('Não descontado pelo inquilino', 20, (row) => row.undeducted),
  money('Acumulado antes', 14, (row) => row.carried),
  money('A recolher', 14, (row) => row.due),
  day('Vencimento', 12, (row) => row.due_on),
  day('Pago em', 12, (row) => row.paid?.paid_on ?? null),
  money('Valor pago', 14, (row) => row.paid?.amount ?? null),
];

const PAYMENTS: Column<ReinfRow>[] = [
  text('Inquilino', 36, (row) => row.tenant.name),
  text('CNPJ', 20, (row) => formatDocument(row.tenant.cpf_cnpj)),
  text('Proprietário', 36, (row) => row.owner.name),
  text('CPF', 16, (row) => formatDocument(row.owner.cpf_cnpj)),
  day('Pagamento', 12, (row) => row.paid_on),
  text('Natureza', 10, (row) => row.nature),
  text('Código', 10, (row) => row.code),
  money('Rendimento bruto', 16, (row) => row.gross),
  money('Exclusões', 14, (row) => row.exclusions),
  money('Rendimento tributável', 16, (row) => row.taxable),
  money('Imposto retido', 14, (row) => row.tax),
  money('Não descontado pelo inquilino', 20, (row) => row.undeducted),
];

type Search = Received<typeof withholding.exportDarfs>['query'];

const sheet = <Row extends { id: number }>(
  name: string,
  title: string,
  columns: readonly Column<Row>[],
  rows: (ctx: Context, month: Reference) => Promise<Row[]>,
): ListSheet<Search, Row> => ({
  ...{ name, title, columns },
  find: async (ctx, { month }) => (await rows(ctx, month ?? referenceOf(ctx.today()))).map(({ id }) => id),
  load: async (ctx, ids, { month }) => rowsAt(await rows(ctx, month ?? referenceOf(ctx.today())), ids),
});

export const DARF_LIST = sheet('darf', 'DARF', DARFS, darfRows);
export const REINF_LIST = sheet('r-4010', 'R-4010', PAYMENTS, reinfRows);
