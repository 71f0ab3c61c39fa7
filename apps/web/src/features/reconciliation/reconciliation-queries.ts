import { type OpenEntrySearch, reconciliation } from '@morada/contract/bank/reconciliation';
import type { MonthOfAccount, MovementSearch } from '@morada/contract/bank/reconciliation.search';
import type { StatementAccount } from '@morada/contract/bank/reconciliation-tasks';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';
import type { UploadOptions } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';

type Search = z.output<typeof MovementSearch>;

export const monthQuery = ({ account, month }: z.output<typeof MonthOfAccount>) =>
  query(reconciliation.show, { query: { account, month } });

export const movementsQuery = (search: Search) => pageQuery(reconciliation.movements, { query: search });

export const entriesQuery = (search: z.output<typeof OpenEntrySearch>) =>
  pageQuery(reconciliation.entries, { query: search });

export const choicesQuery = (id: number) => query(reconciliation.choices, { params: { id } });

export const importsQuery = (account: number | undefined) => query(reconciliation.imports, { query: { account } });

export const feedsQuery = query(reconciliation.feeds, {});

export const useFetchFeed = () => useMutation(mutation(reconciliation.fetch, { awaitRefetch: true }));
export const useExplain = () => useMutation(mutation(reconciliation.explain));
export const useRecord = () => useMutation(mutation(reconciliation.record));
export const useMark = () => useMutation(mutation(reconciliation.mark));
export const useMarkEntry = () => useMutation(mutation(reconciliation.markEntry));
export const useMatch = () => useMutation(mutation(reconciliation.match));
export const useSetMain = () => useMutation(mutation(reconciliation.setMain));

/** Asks for the day from which an account is reconciled, and whether what is older is left out. */
export function useBegin() {
  const { mutateAsync: begin } = useMutation(mutation(reconciliation.setBegin));
  const askDay = useDayQuestion();
  return ({ id, begins_on }: StatementAccount, since: CalendarDate | null) =>
    askDay({
      title: 'Início da conciliação',
      body: 'O que é anterior a esta data, no extrato e no caixa, sai da lista e da diferença, de uma vez. A data pode ser mudada depois.',
      label: 'Conciliar a partir de',
      from: begins_on ?? since ?? undefined,
      verb: 'Conciliar a partir desta data',
      run: async (day) => {
        await begin({ params: { id }, body: { begins_on: day } });
        toast.success(`A conciliação começa em ${formatDate(day)}.`);
      },
    });
}

/** Takes an explanation back. */
export function useUndo() {
  const { mutateAsync: undo } = useMutation(mutation(reconciliation.undo));
  return (id: number) => undo({ params: { id } }).then(() => toast.success('Conciliação desfeita.'), toast.failure);
}

/** Sends a statement; an account that is new is added when the person agrees. */
export function useImport() {
  const { mutateAsync: send } = useMutation(mutation(reconciliation.import));
  const confirm = useConfirm();
  return async (file: File, options: UploadOptions) => {
    const sent = (add?: '1') => send({ query: { add }, file, name: file.name, ...options });
    try {
      return await sent();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'STATEMENT_ACCOUNT_NEW') throw error;
      const agreed = await confirm({
        title: 'Conta nova',
        body: `${error.message} Adicione só contas da imobiliária.`,
        verb: 'Adicionar conta',
      });
      if (!agreed) throw error;
      return sent('1');
    }
  };
}
