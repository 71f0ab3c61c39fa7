import { debtPapers } from '@morada/contract/collection/debt-papers';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export const debtQuery = (id: number) =>
  query(
    debtPapers.show,
    { params: { id } },
    {
      failure: 'Ocorreu um erro ao tentar buscar pela cobrança do contrato',
      live: ['debt', 'messages', 'bank-payments'],
    },
  );

export const registerQuery = (page = 1) => pageQuery(debtPapers.list, { query: { page } });

export const useIssueNotices = () => useMutation(mutation(debtPapers.notify, { awaitRefetch: true }));
export const useRegisterAct = () => useMutation(mutation(debtPapers.register, { awaitRefetch: true }));
export const useSaveTerms = () => useMutation(mutation(debtPapers.saveTerms, { awaitRefetch: true }));
export const useDropTerms = () => useMutation(mutation(debtPapers.dropTerms, { awaitRefetch: true }));
export const useDeliver = () => useMutation(mutation(debtPapers.deliver, { awaitRefetch: true }));
export const useEnd = () => useMutation(mutation(debtPapers.end, { awaitRefetch: true }));
export const useUndo = () => useMutation(mutation(debtPapers.undo, { awaitRefetch: true }));
export const useAttach = () => useMutation(mutation(debtPapers.attach, { awaitRefetch: true }));
