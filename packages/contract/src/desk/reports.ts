import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { givenDate } from '../base/fields.ts';
import { REPORT_READERS } from '../money/finance.search.ts';
import { MovimentationKind } from '../money/movimentations.search.ts';

const day = givenDate('Informe o período');

export const ReportPeriod = z.object({ startDate: day, endDate: day }).check(
  z.refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'O fim do período vem antes do início',
  }),
);

export const reports = endpoints('finance', {
  save: {
    method: 'GET',
    path: '/report/:type',
    access: REPORT_READERS,
    summary: 'Relatório de aluguéis, vendas ou despesas em relatorio.xlsx; em outra aba, por um endereço de uso único',
    params: z.object({ type: MovimentationKind }),
    query: ReportPeriod,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
});
