import type { boletos } from '@morada/contract/bank/boletos';
import type { Received } from '@morada/contract/base/endpoint';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { seenBy } from '#api/db/reading/search.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { type FoundBoleto, findBoletoIds, findBoletosAt } from './boletos.queries.ts';

const STATES = { OPEN: 'Em aberto', LATE: 'Vencido', PAID: 'Pago', CANCELED: 'Cancelado' };
const REGISTRATIONS = { NONE: 'Sem registro', SENT: 'Em remessa', REGISTERED: 'Registrado', REFUSED: 'Recusado' };

type Row = FoundBoleto;

const COLUMNS: Column<Row>[] = [
  text('Nosso número', 22, (row) => row.nosso_numero),
  text('Banco', 20, (row) => row.bank),
  text('Inquilino', 36, (row) => row.user.name),
  text('Imóvel', 36, (row) => row.property),
  number('Contrato', 10, (row) => row.proposal_id),
  number('Fatura', 10, (row) => row.invoice_id),
  text('Referência', 12, (row) => formatReference(shownReference(row.reference))),
  day('Emissão', 12, (row) => row.issued_on),
  day('Vencimento', 12, (row) => row.due_date),
  money('Valor', 14, (row) => row.amount),
  text('Situação', 12, (row) => STATES[row.state]),
  text('Registro', 14, (row) => REGISTRATIONS[row.registration]),
  text('Linha digitável', 50, (row) => row.digitable_line),
];

export const BOLETO_LIST: ListSheet<Received<typeof boletos.export>['query'], Row> = {
  name: 'boletos',
  title: 'Boletos',
  columns: COLUMNS,
  find: (ctx, search) => findBoletoIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today()),
  load: (ctx, ids) => findBoletosAt(ctx.db, ids, ctx.today()),
};
