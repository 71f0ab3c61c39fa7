import { COST_BEARERS, maintenanceLife } from '@morada/domain/attendance/maintenance';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  idParams,
  instant,
  money,
  optionalProse,
  page,
  positiveMoney,
  prose,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { Instalments } from '../lease/proposals.ts';
import { DOCUMENT_UPLOAD } from '../registry/files.ts';
import { MAINTENANCE_READERS, MaintenanceSearch } from './maintenance.search.ts';

const named = z.object({ id: z.int(), label: z.string() });
const person = z.object({ id: z.int(), name: z.string() });
const file = z.object({ id: z.int(), name: z.string() });

export const MaintenanceRow = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(maintenanceLife.states),
  property: named,
  /** Person who asked; null: staff noted it. */
  client: z.nullable(person),
  /** Amount of the conclusion, or of the approved quote before it. */
  cost: z.nullable(money),
  created_at: instant,
  updated_at: instant,
});
export type MaintenanceRow = z.output<typeof MaintenanceRow>;

export const MaintenanceQuote = z.object({
  id: z.int(),
  supplier: z.string(),
  amount: money,
  note: z.nullable(z.string()),
  file: z.nullable(file),
  chosen: z.boolean(),
});
export type MaintenanceQuote = z.output<typeof MaintenanceQuote>;

export const MaintenanceDetail = z.object({
  ...MaintenanceRow.shape,
  description: z.string(),
  photos: z.array(file),
  quotes: z.array(MaintenanceQuote),
  owners: z.array(person),
  /** Contract in force of the property, which takes the cost. */
  contract: z.nullable(z.object({ id: z.int(), tenant: z.string() })),
  submitted_at: z.nullable(instant),
  decided_at: z.nullable(instant),
  /** Owner who decided; null before the decision, and where staff noted it. */
  decided_by: z.nullable(z.string()),
  decision_note: z.nullable(z.string()),
  charged_to: z.nullable(z.enum(Object.keys(COST_BEARERS) as [keyof typeof COST_BEARERS])),
  /** Monthly instalments of a charged cost. */
  instalments: z.nullable(z.int()),
  cancel_reason: z.nullable(z.string()),
  closed_at: z.nullable(instant),
});
export type MaintenanceDetail = z.output<typeof MaintenanceDetail>;

const words = {
  title: text('Informe o que precisa de reparo', 120),
  description: prose('Descreva o problema', 4_000),
};

/** Request of staff, in the name of a client or by themselves. */
export const MaintenanceCreate = z.object({
  property_id: recordId('Escolha o imóvel'),
  client_id: blank(recordId('Escolha o cliente')),
  ...words,
});

/** Request of the client area. */
export const MaintenanceRequest = z.object({
  property_id: z.pipe(z.coerce.number('Escolha o imóvel'), recordId('Escolha o imóvel')),
  ...words,
});

export const MaintenanceQuoteCreate = z.object({
  supplier: text('Informe o fornecedor', 120),
  amount: positiveMoney('Informe o valor'),
  note: optionalProse(1_000),
});

/** Decision of an owner, as staff note it. */
export const MaintenanceDecision = z
  .object({
    approved: z.boolean('Informe a resposta'),
    quote_id: blank(recordId('Escolha o orçamento')),
    note: prose('Informe como o proprietário respondeu', 500),
  })
  .check(
    z.refine(({ approved, quote_id }) => !approved || quote_id !== undefined, {
      path: ['quote_id'],
      message: 'Escolha o orçamento aprovado',
    }),
  );

/** Answer of an owner in the client area. */
export const MaintenanceAnswer = z
  .object({
    answer: z.enum(['approve', 'refuse'], 'Aprove ou recuse'),
    quote_id: blank(z.pipe(z.coerce.number(), recordId('Escolha um dos orçamentos'))),
    note: optionalProse(500),
  })
  .check(
    z.refine(({ answer, quote_id }) => answer === 'refuse' || quote_id !== undefined, {
      path: ['quote_id'],
      message: 'Escolha um dos orçamentos',
    }),
  );

const amount = positiveMoney('Informe o valor');

export const MaintenanceConclusion = z.object({ cost: blank(amount) });
export const MaintenanceCharge = z.object({
  charged_to: z.enum(['TENANT', 'OWNER'], 'Escolha quem paga'),
  cost: amount,
  /** Monthly instalments, the first in the next invoice. */
  instalments: z.optional(Instalments),
});

const WRITER = 'MAINTENANCE_EDIT';

/** Requests for repair: quotes, the owner's decision, and the cost. */
export const maintenance = endpoints('maintenance', {
  list: {
    method: 'GET',
    path: '/maintenance',
    access: MAINTENANCE_READERS,
    summary: 'Manutenções, por página',
    query: MaintenanceSearch,
    response: page(MaintenanceRow),
  },
  create: {
    method: 'POST',
    path: '/maintenance',
    access: WRITER,
    summary: 'Abrir uma manutenção',
    body: MaintenanceCreate,
    response: MaintenanceDetail,
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/maintenance/:id',
    access: MAINTENANCE_READERS,
    summary: 'Uma manutenção, com fotos, orçamentos e a decisão do proprietário',
    params: idParams,
    response: MaintenanceDetail,
  },
  addPhoto: {
    method: 'POST',
    path: '/maintenance/:id/photo',
    access: WRITER,
    summary: 'Anexar uma foto a uma manutenção',
    params: idParams,
    upload: { maxBytes: 20_000_000, accept: 'image/jpeg,image/png,image/webp' },
    response: MaintenanceDetail,
    status: 201,
  },
  addQuote: {
    method: 'POST',
    path: '/maintenance/:id/quote',
    access: WRITER,
    summary: 'Adicionar um orçamento',
    params: idParams,
    body: MaintenanceQuoteCreate,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  attachQuote: {
    method: 'PUT',
    path: '/maintenance/quote/:id/file',
    access: WRITER,
    summary: 'Anexar o PDF ou a foto de um orçamento',
    params: idParams,
    upload: DOCUMENT_UPLOAD,
    response: MaintenanceDetail,
  },
  removeQuote: {
    method: 'DELETE',
    path: '/maintenance/quote/:id',
    access: WRITER,
    summary: 'Remover um orçamento que ainda não foi enviado ao proprietário',
    params: idParams,
    response: MaintenanceDetail,
  },
  submit: {
    method: 'POST',
    path: '/maintenance/:id/submit',
    access: WRITER,
    summary: 'Enviar os orçamentos à aprovação do proprietário',
    params: idParams,
    response: MaintenanceDetail,
  },
  decide: {
    method: 'POST',
    path: '/maintenance/:id/decision',
    access: WRITER,
    summary: 'Registrar a resposta que o proprietário deu fora da área do cliente',
    params: idParams,
    body: MaintenanceDecision,
    response: MaintenanceDetail,
  },
  start: {
    method: 'POST',
    path: '/maintenance/:id/start',
    access: WRITER,
    summary: 'Iniciar a execução',
    params: idParams,
    response: MaintenanceDetail,
  },
  conclude: {
    method: 'POST',
    path: '/maintenance/:id/conclude',
    access: WRITER,
    summary: 'Concluir sem cobrar de ninguém por aqui',
    params: idParams,
    body: MaintenanceConclusion,
    response: MaintenanceDetail,
  },
  charge: {
    method: 'POST',
    path: '/maintenance/:id/charge',
    access: { all: [WRITER, 'PROPOSAL_EDIT'] },
    summary: 'Concluir e lançar o custo no contrato: acréscimo na fatura do inquilino ou desconto no repasse',
    changes: ['contracts'],
    params: idParams,
    body: MaintenanceCharge,
    response: MaintenanceDetail,
  },
  cancel: {
    method: 'POST',
    path: '/maintenance/:id/cancel',
    access: WRITER,
    summary: 'Cancelar uma manutenção',
    params: idParams,
    body: z.object({ reason: prose('Informe o motivo', 300) }),
    response: MaintenanceDetail,
  },
});

export const maintenanceProblems = problems({
  MAINTENANCE_NOT_FOUND: [404, 'Não encontramos esta manutenção.'],
  MAINTENANCE_STATE: [409, 'A manutenção não está mais nesta situação. Veja como ela está agora.'],
  MAINTENANCE_PROPERTY: [422, 'Escolha um imóvel', 'property_id'],
  MAINTENANCE_CLIENT: [422, 'A pessoa não é inquilina nem proprietária deste imóvel', 'client_id'],
  QUOTE_NOT_FOUND: [404, 'Não encontramos este orçamento.'],
  QUOTE_FILED: [409, 'Este orçamento já tem um documento.'],
  QUOTE_CHOICE: [422, 'Escolha um dos orçamentos', 'quote_id'],
  QUOTE_NONE: [409, 'Adicione ao menos um orçamento antes de enviar.'],
  PHOTO_TOO_MANY: [422, 'Envie até 6 fotos'],
  COST_NO_CONTRACT: [
    409,
    'O imóvel não tem contrato em vigor que receba o custo. Conclua sem cobrança e lance em Movimentações.',
  ],
  COST_NOT_APPROVED: [
    409,
    'O proprietário ainda não aprovou um orçamento. Envie à aprovação, ou registre a resposta dele.',
  ],
  COST_ABOVE_APPROVED: [422, 'O valor passa do orçamento que o proprietário aprovou', 'cost'],
});
