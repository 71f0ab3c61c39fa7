import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { idParams, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

const MOST_FILTERS = 12;
/** Maximum views of one list for each user. */
export const MOST_VIEWS = 20;

/** The path of a list's page. */
const ListPath = z.string().check(z.regex(/^(\/[a-z]{1,30}){1,4}$/, 'Informe a lista'));

/** Query parameters of the list; its own schema parses them when the view is opened. */
const SavedFilters = z
  .record(
    z.string().check(z.regex(/^[a-zA-Z]{1,30}$/, 'Há um filtro desconhecido')),
    z.string().check(
      z.minLength(1),
      z.maxLength(120, 'Use até 120 caracteres'),
      z.refine((value) => !/\p{Cc}/u.test(value), 'Há caracteres inválidos'),
    ),
  )
  .check(
    z.refine((filters) => Object.keys(filters).length > 0, 'Escolha um filtro antes de salvar'),
    z.refine((filters) => Object.keys(filters).length <= MOST_FILTERS, `Use até ${MOST_FILTERS} filtros`),
  );

const SavedView = z.object({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  /** Default view of the list. */
  first: z.boolean(),
});

const fields = { name: text('Informe o nome do filtro', 40), first: z.boolean('Informe se a lista abre com ela') };

export const ViewCreate = z.object({ ...fields, list: ListPath, filters: SavedFilters });
export const ViewChange = z.partial(z.object({ ...fields, filters: SavedFilters }));

/** Saved views, private to each user. */
export const views = endpoints('views', {
  list: {
    method: 'GET',
    path: '/view',
    access: 'login',
    summary: 'As visões que a pessoa salvou das listas',
    response: z.array(SavedView),
  },
  create: {
    method: 'POST',
    path: '/view',
    access: 'login',
    summary: `Salvar os filtros de uma lista com um nome, até ${MOST_VIEWS} por lista`,
    body: ViewCreate,
    response: SavedView,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/view/:id',
    access: 'login',
    summary: 'Renomear um filtro salvo, trocar os filtros, ou abrir a lista com ela',
    params: idParams,
    body: ViewChange,
    response: SavedView,
  },
  remove: {
    method: 'DELETE',
    path: '/view/:id',
    access: 'login',
    summary: 'Deletar um filtro salvo',
    params: idParams,
  },
});

export const viewProblems = problems({
  VIEW_NOT_FOUND: [404, 'Não encontramos este filtro.'],
  VIEW_NAME_TAKEN: [409, 'Já existe um filtro com este nome nesta lista', 'name'],
  TOO_MANY_VIEWS: [409, `Esta lista já tem ${MOST_VIEWS} visões. Delete uma antes de salvar outra.`],
});
