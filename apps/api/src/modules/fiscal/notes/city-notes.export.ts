import { Readable } from 'node:stream';
import { formatDocument } from '@morada/domain/base/documents';
import { type Column, day, money, text, writeSheet } from '#api/sheets/write.ts';
import type { CityPaper } from './note-papers.queries.ts';

const COLUMNS: Column<CityPaper>[] = [
  text('Número', 14, (row) => row.number),
  text('Código de verificação', 20, (row) => row.verification ?? ''),
  day('Competência', 12, (row) => row.competence),
  day('Emitida em', 12, (row) => row.issued_on),
  text('Tomador', 36, (row) => row.taker),
  text('CPF/CNPJ do tomador', 20, (row) => formatDocument(row.document)),
  text('Serviço', 60, (row) => row.description),
  money('Valor', 16, (row) => row.amount),
  text('Situação', 12, (row) => (row.cancelled ? 'Cancelada' : 'Emitida')),
  text('Ambiente', 14, (row) => (row.environment === 'RESTRICTED' ? 'Teste, não vale' : 'Produção')),
  text('Nota na prefeitura', 60, (row) => row.url ?? ''),
];

/** Notes of cities of a month, as the accountant finds them there. */
export const cityList = (notes: readonly CityPaper[]): Readable =>
  writeSheet('csv', { name: 'Notas da prefeitura', columns: COLUMNS, rows: Readable.from(notes) });
