import { type ExtraCreate, type ProposalDetail, type ProposalDocument, proposals } from '@morada/contract/proposals';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { removeWithUndo } from '#web/ui/feedback/undo.tsx';

/** Rows come and go at once; the version that the form of the terms holds stays good. */
function useRows(id: number) {
  const cache = useQueryClient();
  return (change: (proposal: ProposalDetail) => Partial<ProposalDetail>) =>
    cache.setQueryData(
      contractQuery(id).queryKey,
      (read) => read && { ...read, data: { ...read.data, ...change(read.data) } },
    );
}

export function useGuarantors(id: number) {
  const change = useRows(id);
  return {
    async add(body: { user_id: number }) {
      const call = api(proposals.addGuarantor, { params: { id }, body });
      const added = await withFailureMessage('Não foi possível adicionar o fiador', call);
      change(({ guarantors }) => ({ guarantors: [...guarantors, added] }));
    },
    async remove(rowId: number) {
      const call = api(proposals.removeGuarantor, { params: { id }, query: { id: rowId }, body: null });
      await withFailureMessage('Não foi possível remover o fiador', call);
      change(({ guarantors }) => ({ guarantors: guarantors.filter((guarantor) => guarantor.id !== rowId) }));
    },
  };
}

export const extraKey = (id: number) => `extra:${id}`;

export function useExtras(id: number) {
  const cache = useQueryClient();
  const change = useRows(id);
  return {
    async add(body: z.input<typeof ExtraCreate>) {
      const call = api(proposals.addExtra, { params: { id }, body });
      const added = await withFailureMessage('Ocorreu um erro ao tentar cadastrar nova dedução / acréscimo', call);
      // Of several instalments only the first is answered.
      if ((body.instalments ?? 1) > 1) await cache.invalidateQueries(contractQuery(id));
      else change(({ extraValues }) => ({ extraValues: [...extraValues, added] }));
    },
    /** Without a question; the notice brings it back. */
    remove: ({ id: rowId, description }: ProposalDetail['extraValues'][number]) =>
      removeWithUndo({
        keys: [extraKey(rowId)],
        body: `Dados atualizados: “${description}” deletado`,
        send: async (keepalive) => {
          const call = api(proposals.removeExtra, { params: { id }, query: { id: rowId }, body: null }, { keepalive });
          await withFailureMessage('Ocorreu um erro ao tentar deletar a(o) dedução / acréscimo', call);
          change(({ extraValues }) => ({ extraValues: extraValues.filter((extra) => extra.id !== rowId) }));
        },
      }),
  };
}

export function useDocuments(id: number) {
  const change = useRows(id);
  return {
    show: (added: z.output<typeof ProposalDocument>) =>
      change(({ documents }) => ({ documents: [added, ...documents.filter(({ id }) => id !== added.id)] })),
    async remove(rowId: number) {
      const call = api(proposals.removeDocument, { params: { id }, query: { id: rowId }, body: null });
      await withFailureMessage('Não foi possível deletar o documento', call);
      change(({ documents }) => ({ documents: documents.filter((document) => document.id !== rowId) }));
    },
  };
}
