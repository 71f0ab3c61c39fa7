import type { Received } from '@morada/contract/base/endpoint';
import type { LeaseNoteRow, notes } from '@morada/contract/fiscal/fiscal-notes';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPercent, sum } from '@morada/domain/base/money';
import type { NoteAdjustment } from '@morada/domain/rent/lease-note';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, text } from '#api/sheets/write.ts';
import { findNoteIds, loadNotes } from './lease-notes.service.ts';

const adjusted = (code: NoteAdjustment) => (row: LeaseNoteRow) =>
  sum(row.adjustments.filter((one) => one.code === code).map(({ amount }) => amount));

/** Columns of the sheet, in the order in which the government's issuer asks: who issues, for whom, what, where, how much. */
const COLUMNS: Column<LeaseNoteRow>[] = [
  text('Emitente', 36, (row) => row.owner.name),
  text('CNPJ do emitente', 20, (row) => formatDocument(row.owner.document)),
  text('Inscrição municipal', 18, (row) => row.owner.municipal_registration ?? ''),
  day('Competência', 12, (row) => row.paid_on),
  text('Tomador', 36, (row) => row.tenant.name),
  text('CPF/CNPJ do tomador', 20, (row) => formatDocument(row.tenant.document)),
  text('E-mail do tomador', 30, (row) => row.tenant.email ?? ''),
  text('Código IBGE do tomador', 14, (row) => row.tenant.city_code),
  text('CEP do tomador', 12, (row) => row.tenant.cep ?? ''),
  text('Logradouro do tomador', 30, (row) => row.tenant.street ?? ''),
  text('Número do tomador', 10, (row) => row.tenant.number ?? ''),
  text('Complemento do tomador', 16, (row) => row.tenant.complement ?? ''),
  text('Bairro do tomador', 20, (row) => row.tenant.neighborhood ?? ''),
  text('Local da prestação (IBGE)', 14, (row) => row.property.city_code),
  text('Código de tributação nacional', 14, (row) => row.service_code),
  text('Descrição do serviço', 60, (row) => row.description),
  text('NBS', 12, (row) => row.nbs),
  money('Valor do serviço', 16, (row) => row.service),
  text('Indicador da operação', 12, (row) => row.operation),
  text('CST', 8, (row) => row.cst),
  text('Classificação tributária', 14, (row) => row.class_code),
  text('Inscrição imobiliária', 20, (row) => row.property.property_registration ?? ''),
  text('CIB', 12, (row) => row.property.cib ?? ''),
  text('CEP do imóvel', 12, (row) => row.property.cep ?? ''),
  text('Logradouro do imóvel', 30, (row) => row.property.street ?? ''),
  text('Número do imóvel', 10, (row) => row.property.number ?? ''),
  text('Complemento do imóvel', 16, (row) => row.property.complement ?? ''),
  text('Bairro do imóvel', 20, (row) => row.property.neighborhood ?? ''),
  text('Copropriedade', 12, (row) => formatPercent(row.share)),
  money('Valor total da operação', 16, (row) => row.total),
  money('Ajuste 01: tributos', 14, adjusted('01')),
  money('Ajuste 02: taxas', 14, adjusted('02')),
  money('Ajuste 03: condomínio', 14, adjusted('03')),
  money('Ajuste 04: redutor social', 14, adjusted('04')),
  money('Ajuste 99: outras', 14, adjusted('99')),
  money('Base de IBS e CBS', 16, (row) => row.base),
  money('IBS', 12, (row) => row.ibs),
  money('CBS', 12, (row) => row.cbs),
  text('Alíquotas', 14, (row) => (row.estimate ? 'estimativa' : 'oficiais')),
  text('Chave da nota', 54, (row) => row.key ?? ''),
];

export const LEASE_NOTE_LIST: ListSheet<Received<typeof notes.exportLeases>['query'], LeaseNoteRow> = {
  ...{ name: 'notas-de-locacao', title: 'Notas de locação', columns: COLUMNS },
  find: findNoteIds,
  load: loadNotes,
};
