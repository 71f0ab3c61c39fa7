import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, givenDate, idParams, money, page, recordId, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { WithholdingSearch } from './fiscal.search.ts';

const person = z.object({ id: z.int(), name: z.string(), cpf_cnpj: z.string() });
const TaxCode = z.enum(['3208', '9478']);

export const DarfRow = z.object({
  /** Id of the month's first transfer with this tax. */
  id: z.int(),
  tenant: person,
  code: TaxCode,
  reference: reference(),
  /** Who pays it. */
  payer: z.enum(['AGENCY', 'TENANT']),
  withheld: money,
  /** Part of `withheld` that the tenant owes and did not deduct from what was paid. */
  undeducted: money,
  /** Tax of earlier months, which were below the minimum. */
  carried: money,
  /** Zero below the minimum: carried to the next month with tax. */
  due: money,
  /** Null: due on the day of each payment. */
  due_on: z.nullable(calendarDate()),
  paid: z.nullable(z.object({ id: z.int(), paid_on: calendarDate(), amount: money, user: z.nullable(z.string()) })),
});
export type DarfRow = z.output<typeof DarfRow>;

/** A payment of the tenant's event R-4010. */
export const ReinfRow = z.object({
  /** Id of the day's first transfer between the two. */
  id: z.int(),
  tenant: person,
  owner: person,
  paid_on: calendarDate(),
  nature: z.string(),
  code: TaxCode,
  gross: money,
  exclusions: money,
  /** Gross less exclusions. */
  taxable: money,
  tax: money,
  /** Part of `tax` that the tenant did not deduct. */
  undeducted: money,
});
export type ReinfRow = z.output<typeof ReinfRow>;

export const withholding = endpoints('fiscal', {
  darfs: {
    method: 'GET',
    path: '/fiscal/darf',
    access: 'FISCAL_VIEW',
    summary: 'DARFs do imposto retido dos aluguéis recebidos no mês, por inquilino e código, por página',
    query: WithholdingSearch,
    response: z.extend(page(DarfRow), {
      month: reference(),
      withheld: money,
      undeducted: money,
      /** Tax that the agency has to pay, and the part already paid. */
      agency: money,
      paid: money,
    }),
  },
  exportDarfs: listExport({
    path: '/fiscal/darf/export/:format',
    access: 'FISCAL_VIEW',
    summary: 'DARFs do mês, em planilha',
    query: WithholdingSearch,
  }),
  pay: {
    method: 'POST',
    path: '/fiscal/darf',
    access: 'FISCAL_EDIT',
    summary: 'Marcar como pago um DARF que a imobiliária recolhe',
    changes: ['finance'],
    body: z.object({
      tenant_id: recordId('Informe o inquilino'),
      code: z.enum(['3208', '9478'], 'Informe o código da receita'),
      reference: reference(),
      paid_on: givenDate('Informe o dia do pagamento'),
    }),
    response: z.object({ id: z.int() }),
    status: 201,
  },
  undo: {
    method: 'DELETE',
    path: '/fiscal/darf/:id',
    access: 'FISCAL_EDIT',
    summary: 'Desfazer o pagamento de um DARF',
    changes: ['finance'],
    params: idParams,
    idempotent: true,
  },
  payments: {
    method: 'GET',
    path: '/fiscal/reinf',
    access: 'FISCAL_VIEW',
    summary: 'Pagamentos do mês para o evento R-4010 de cada inquilino que é empresa, por página',
    query: WithholdingSearch,
    response: z.extend(page(ReinfRow), { month: reference() }),
  },
  exportPayments: listExport({
    path: '/fiscal/reinf/export/:format',
    access: 'FISCAL_VIEW',
    summary: 'Pagamentos do mês para o R-4010, em planilha',
    query: WithholdingSearch,
  }),
});

export const withholdingProblems = problems({
  DARF_PAID: [409, 'O DARF deste inquilino neste mês já está pago.'],
  DARF_UNDONE: [409, 'O pagamento deste DARF já foi desfeito.'],
  DARF_NOT_FOUND: [404, 'Não encontramos esse DARF'],
  DARF_NONE: [409, 'A imobiliária não reteve imposto deste inquilino neste mês.'],
  DARF_BELOW: [409, 'O imposto está abaixo do mínimo do DARF e vai para o próximo mês com retenção.'],
  DARF_DAY: [422, 'Informe um dia do mês do aluguel em diante, até hoje', 'paid_on'],
  TAX_PAID: [409, 'O imposto retido desta fatura já foi pago. Desfaça antes o pagamento do DARF.'],
  NO_TABLE: [409, 'Não há tabela de impostos para este mês.'],
});
