import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { idParams, instant, recordId, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { ProposalDocument } from './proposals.ts';

const MAX_BODY = 400_000;

export const Template = z.object({
  id: z.int(),
  name: z.string(),
  /** Sanitised HTML with variables. */
  body: z.string(),
  created_at: instant,
  updated_at: instant,
});

export const TemplateCreate = z.object({
  name: text('Informe o nome do contrato!'),
  body: z
    .string('Escreva o texto do modelo')
    .check(z.minLength(1, 'Escreva o texto do modelo'), z.maxLength(MAX_BODY, 'O texto é longo demais')),
});

const reading = ['CONTRACT_TEMPLATE_VIEW', 'PROPOSAL_VIEW'] as const;
const choice = z.object({ template_id: recordId('Escolha o modelo') });

export const templates = endpoints('templates', {
  list: {
    method: 'GET',
    path: '/contract/templates',
    access: reading,
    summary: 'Modelos de contrato',
    response: z.array(Template),
  },
  export: listExport({
    path: '/contract/templates/export/:format',
    access: reading,
    summary: 'Modelos de contrato, em planilha',
    query: z.object({}),
  }),
  show: {
    method: 'GET',
    path: '/contract/template/:id',
    access: reading,
    summary: 'Um modelo de contrato',
    params: idParams,
    response: Template,
    versioned: true,
  },
  create: {
    method: 'POST',
    path: '/contract/template',
    access: 'CONTRACT_TEMPLATE_CREATE',
    summary: 'Cadastrar modelo de contrato',
    body: TemplateCreate,
    response: Template,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/contract/template/:id',
    access: 'CONTRACT_TEMPLATE_EDIT',
    summary: 'Alterar modelo de contrato',
    params: idParams,
    body: z.partial(TemplateCreate),
    response: Template,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/contract/template/:id',
    access: 'CONTRACT_TEMPLATE_DESTROY',
    summary: 'Deletar modelo de contrato',
    params: idParams,
  },
  check: {
    method: 'GET',
    path: '/proposal/:id/contract',
    access: 'PROPOSAL_VIEW',
    summary: 'O que falta para gerar o contrato com um modelo, e como ele ficaria',
    params: idParams,
    query: z.object({ template_id: z.coerce.number().check(z.int(), z.positive()) }),
    response: z.object({ missing: z.array(z.string()), html: z.string() }),
  },
  generate: {
    method: 'PUT',
    path: '/proposal/:id/contract',
    access: 'PROPOSAL_UPLOAD',
    summary: 'Gerar o contrato em PDF, guardado entre os documentos',
    changes: ['contracts'],
    params: idParams,
    body: choice,
    response: ProposalDocument,
    status: 201,
  },
});

export const templateProblems = problems({
  TEMPLATE_NOT_FOUND: [404, 'Não encontramos este modelo de contrato.'],
  TEMPLATE_EMPTY: [422, 'Escreva o texto do modelo', 'body'],
  TEMPLATE_MISSING: [422, 'Escolha o modelo', 'template_id'],
});
