import type { Received } from '@morada/contract/base/endpoint';
import type { Indicators, indicators, Way } from '@morada/contract/desk/indicators';
import { LEAD_SOURCES, LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import type { BasisPoints } from '@morada/domain/base/money';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, number, text } from '#api/sheets/write.ts';
import { showIndicators } from './indicators.service.ts';

type Row = { id: number; by: string; name: string } & Partial<Way> & {
    lettings?: Indicators['lettings'];
    vacancy?: Indicators['vacancy'];
  };

const percentOf = (share: BasisPoints | null | undefined) => (share == null ? null : share / 100);

const COLUMNS: Column<Row>[] = [
  text('Por', 18, (row) => row.by),
  text('Nome', 36, (row) => row.name),
  number('Leads', 10, (row) => row.received ?? null),
  number('Respondidos', 12, (row) => row.answered ?? null),
  number('Respondidos no prazo', 20, (row) => row.in_time ?? null),
  number('Fora do prazo', 14, (row) => row.late ?? null),
  number('No prazo (%)', 14, (row) => percentOf(row.share)),
  number('Primeira resposta, mediana (minutos)', 34, (row) => row.median_minutes ?? null),
  number('Com visita feita', 16, (row) => row.visited ?? null),
  number('Ganhos', 10, (row) => row.won ?? null),
  number('Perdidos', 10, (row) => row.lost ?? null),
  number('Conversão (%)', 14, (row) => percentOf(row.conversion)),
  number('Até fechar, mediana (dias)', 26, (row) => row.median_days ?? null),
  number('Locações', 10, (row) => row.lettings?.closed ?? null),
  number('Visitas feitas', 14, (row) => row.lettings?.visits ?? null),
  number('Visitas por locação', 18, (row) => row.lettings?.visits_each ?? null),
  number('Para alugar, mediana (dias)', 26, (row) => row.lettings?.median_days ?? null),
  number('Imóveis vagos hoje', 18, (row) => row.vacancy?.vacant ?? null),
  number('Vagos (%)', 12, (row) => percentOf(row.vacancy?.share)),
  number('Vagos há, média (dias)', 22, (row) => row.vacancy?.mean_days ?? null),
];

/** The page's figures as rows: the whole period, then each way in, each person and each reason of loss. */
const rowsOf = ({ leads, lettings, vacancy, sources, people, reasons }: Indicators): Row[] =>
  [
    { by: 'Geral', name: 'Todos', ...leads, lettings, vacancy },
    ...sources.map(({ source, ...way }) => ({ by: 'Origem', name: LEAD_SOURCES[source], ...way })),
    ...people.map(({ owner, ...way }) => ({ by: 'Responsável', name: owner?.name ?? 'Sem responsável', ...way })),
    ...reasons.map(({ reason, leads: lost }) => ({ by: 'Motivo da perda', name: LOSS_REASONS[reason], lost })),
  ].map((row, at) => ({ id: at + 1, ...row }));

export const INDICATOR_LIST: ListSheet<Received<typeof indicators.export>['query'], Row> = {
  name: 'indicadores',
  title: 'Indicadores',
  columns: COLUMNS,
  find: async (ctx, search) => rowsOf(await showIndicators(ctx, search)).map(({ id }) => id),
  load: async (ctx, ids, search) => rowsAt(rowsOf(await showIndicators(ctx, search)), ids),
};
