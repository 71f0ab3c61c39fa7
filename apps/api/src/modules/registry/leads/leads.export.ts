import type { Received } from '@morada/contract/base/endpoint';
import type { LeadRow } from '@morada/contract/registry/lead-row';
import type { leads } from '@morada/contract/registry/leads';
import { LEAD_KINDS, LEAD_SOURCES, LEAD_STAGES, LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import { formatPhone } from '@morada/domain/base/phone';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findLeadIds, findLeadsAt } from './list.queries.ts';

const COLUMNS: Column<LeadRow>[] = [
  number('ID', 8, (row) => row.id),
  moment('Recebido em', 18, (row) => row.received_at),
  text('Nome', 32, (row) => row.name),
  text('Telefone', 18, (row) => row.phone && formatPhone(row.phone)),
  text('E-mail', 32, (row) => row.email),
  text('Assunto', 18, (row) => LEAD_KINDS[row.kind]),
  text('Origem', 22, (row) => LEAD_SOURCES[row.source]),
  text('Etapa', 14, (row) => LEAD_STAGES[row.stage]),
  text('Responsável', 28, (row) => row.owner?.name ?? null),
  text('Imóvel', 36, (row) => row.property?.label ?? null),
  moment('Prazo da resposta', 18, (row) => (row.waiting_since ? row.answer_due_at : null)),
  moment('Primeira resposta em', 18, (row) => row.first_answer_at),
  text('Motivo da perda', 30, (row) => row.loss_reason && LOSS_REASONS[row.loss_reason]),
];

export const LEAD_LIST: ListSheet<Received<typeof leads.export>['query'], LeadRow> = {
  name: 'leads',
  title: 'Leads',
  columns: COLUMNS,
  find: ({ db }, query) => findLeadIds(db, query),
  load: ({ db }, ids) => findLeadsAt(db, ids),
};
