import { type Template, type TemplateCreate, templates } from '@morada/contract/templates';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';

export type ContractTemplate = z.output<typeof Template>;
export type TemplateDraft = z.input<typeof TemplateCreate>;

const LIST = ['templates', 'list'];

export const templatesQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => api(templates.list, {}, { signal }),
});

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => apiWithVersion(templates.show, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useCreateTemplate() {
  const cache = useQueryClient();
  return async (body: TemplateDraft) => {
    const created = await withFailureMessage(
      'Ocorreu um erro ao tentar criar um novo modelo de contrato',
      api(templates.create, { body }),
    );
    cache.invalidateQueries({ queryKey: LIST });
    return created;
  };
}

export function useUpdateTemplate(id: number) {
  const save = useSaveVersioned<ContractTemplate>(templateQuery(id), LIST);
  return (body: Partial<TemplateDraft>) =>
    withFailureMessage(
      'Não foi possível atualizar os dados',
      save((options) => apiWithVersion(templates.update, { params: { id }, body }, options)),
    );
}

export function useDeleteTemplate() {
  const cache = useQueryClient();
  return async (id: number) => {
    // The specification's own words.
    await withFailureMessage('Não foi possível deletar este usuário', api(templates.remove, { params: { id } }));
    await cache.invalidateQueries({ queryKey: LIST });
  };
}

/** A contract written with a template, before it is generated. */
export const contractCheckQuery = (contractId: number, templateId: number | undefined) =>
  queryOptions({
    queryKey: ['templates', 'check', contractId, templateId],
    queryFn: ({ signal }) =>
      api(templates.check, { params: { id: contractId }, query: { template_id: templateId ?? 0 } }, { signal }),
    enabled: templateId !== undefined,
    staleTime: 0,
  });

/** Initial values of a new template. */
export const draftQuery = ({ copy, from }: { copy?: number; from?: 'example' }) =>
  queryOptions({
    queryKey: ['templates', 'draft', copy, from],
    queryFn: async ({ signal }): Promise<TemplateDraft> => {
      if (from === 'example') return (await import('./list/residential-lease.ts')).RESIDENTIAL_LEASE;
      if (copy === undefined) return { name: '', body: '' };
      const { name, body } = await api(templates.show, { params: { id: copy } }, { signal });
      return { name: `${name} (cópia)`, body };
    },
    gcTime: 0, // Another day the template may read otherwise.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
