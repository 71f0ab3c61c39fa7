import { type ProposalDetail, type ProposalDocument, proposals } from '@morada/contract/lease/proposals';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { usePatch } from '#web/lib/api/use-patch.ts';
import { removeWithUndo } from '#web/ui/feedback/undo.tsx';

// Rows are added and removed immediately; the version that the form of the terms holds stays valid.

export function useAddGuarantor(id: number) {
  const record = contractQuery(id);
  const patch = usePatch<ProposalDetail>(record);
  return useMutation({
    ...mutation(proposals.addGuarantor, { failure: 'Não foi possível adicionar o fiador', upToDate: record }),
    onSuccess: (added) => patch(({ guarantors }) => ({ guarantors: [...guarantors, added] })),
  });
}

export function useRemoveGuarantor(id: number) {
  const record = contractQuery(id);
  const patch = usePatch<ProposalDetail>(record);
  const { mutateAsync } = useMutation({
    ...mutation(proposals.removeGuarantor, { failure: 'Não foi possível remover o fiador', upToDate: record }),
    onSuccess: (_none, { query }) =>
      patch(({ guarantors }) => ({ guarantors: guarantors.filter((guarantor) => guarantor.id !== query.id) })),
  });
  return (rowId: number) => mutateAsync({ params: { id }, query: { id: rowId }, body: null });
}

export const extraKey = (id: number) => `extra:${id}`;

export function useAddExtra(id: number) {
  const record = contractQuery(id);
  const patch = usePatch<ProposalDetail>(record);
  return useMutation({
    ...mutation(proposals.addExtra, {
      failure: 'Ocorreu um erro ao tentar cadastrar nova dedução / acréscimo',
      upToDate: ({ body }) => (isInInstalments(body) ? undefined : record),
      awaitRefetch: true,
    }),
    onSuccess: (added, { body }) => {
      if (!isInInstalments(body)) patch(({ extraValues }) => ({ extraValues: [...extraValues, added] }));
    },
  });
}

/** The response holds only the first of several instalments. */
const isInInstalments = ({ instalments = 1 }: { instalments?: number | undefined }) => instalments > 1;

/** Without a question; the notice brings it back. */
export function useRemoveExtra(id: number) {
  const record = contractQuery(id);
  const patch = usePatch<ProposalDetail>(record);
  const { mutateAsync } = useMutation({
    ...mutation(proposals.removeExtra, {
      failure: 'Ocorreu um erro ao tentar deletar a(o) dedução / acréscimo',
      upToDate: record,
    }),
    onSuccess: (_none, { query }) =>
      patch(({ extraValues }) => ({ extraValues: extraValues.filter((extra) => extra.id !== query.id) })),
  });
  return ({ id: rowId, description }: ProposalDetail['extraValues'][number]) =>
    removeWithUndo({
      keys: [extraKey(rowId)],
      body: `Dados atualizados: “${description}” deletado`,
      send: (keepalive) => mutateAsync({ params: { id }, query: { id: rowId }, body: null, keepalive }),
    });
}

type Document = z.output<typeof ProposalDocument>;

/** Lists a document of the contract, the newest first. */
export function useShowDocument(id: number) {
  const patch = usePatch<ProposalDetail>(contractQuery(id));
  return (added: Document) =>
    patch(({ documents }) => ({ documents: [added, ...documents.filter((document) => document.id !== added.id)] }));
}

export function useAddDocument(id: number) {
  const show = useShowDocument(id);
  return useMutation({ ...mutation(proposals.addDocument, { upToDate: contractQuery(id) }), onSuccess: show });
}

export function useRemoveDocument(id: number) {
  const record = contractQuery(id);
  const patch = usePatch<ProposalDetail>(record);
  const { mutateAsync } = useMutation({
    ...mutation(proposals.removeDocument, { failure: 'Não foi possível deletar o documento', upToDate: record }),
    onSuccess: (_none, { query }) =>
      patch(({ documents }) => ({ documents: documents.filter((document) => document.id !== query.id) })),
  });
  return (rowId: number) => mutateAsync({ params: { id }, query: { id: rowId }, body: null });
}
