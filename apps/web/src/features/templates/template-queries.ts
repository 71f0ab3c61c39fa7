import { type Template, type TemplateCreate, templates } from '@morada/contract/lease/templates';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type ContractTemplate = z.output<typeof Template>;
export type TemplateDraft = z.input<typeof TemplateCreate>;

export const templatesQuery = query(templates.list, {});

export const templateQuery = (id: number) => ({ ...query(templates.show, { params: { id } }), ...WHILE_EDITED });

export const useCreateTemplate = () =>
  useMutation(mutation(templates.create, { failure: 'Ocorreu um erro ao tentar criar um novo modelo de contrato' }));

export const useUpdateTemplate = (id: number) =>
  useMutation(recordMutation(templates.update, templateQuery(id), { failure: 'Não foi possível atualizar os dados' }));

export const useDeleteTemplate = () =>
  useMutation(
    // The specification's own words.
    mutation(templates.remove, { failure: 'Não foi possível deletar este usuário', awaitRefetch: true }),
  );

/** A contract written with a template, before it is generated. */
export const contractCheckQuery = (contractId: number, templateId: number | undefined) => ({
  ...query(templates.check, { params: { id: contractId }, query: { template_id: templateId ?? 0 } }),
  enabled: templateId !== undefined,
  staleTime: 0,
});

/** Initial values of a new template. */
export const draftQuery = ({ copy, from }: { copy?: number; from?: 'example' }) => ({
  ...combinedQuery([templates.show], { copy, from }, async (call): Promise<TemplateDraft> => {
    if (from === 'example') return (await import('./list/residential-lease.ts')).RESIDENTIAL_LEASE;
    if (copy === undefined) return { name: '', body: '' };
    const { name, body } = await call(templates.show, { params: { id: copy } });
    return { name: `${name} (cópia)`, body };
  }),
  ...WHILE_EDITED,
  gcTime: 0, // Another day the template may read otherwise.
});
