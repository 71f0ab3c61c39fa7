import { type BankFilePreview, bankFiles } from '@morada/contract/bank-files';
import type { Sent } from '@morada/contract/endpoint';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, api } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';

const POLL = 700;

export const bankFilesQuery = queryOptions({
  queryKey: ['bank files', 'list'],
  queryFn: ({ signal }) => api(bankFiles.list, {}, { signal }),
});

export type OpenState = 'OPEN' | 'IGNORED';

/** Payments of the bank's files that were not settled, or were set aside. */
export const openLinesQuery = (state: OpenState, page: number) =>
  queryOptions({
    queryKey: ['bank files', 'open', state, page],
    queryFn: ({ signal }) => api(bankFiles.open, { query: { state, page } }, { signal }),
  });

/** One of them, as it is found or as if it were of that invoice. */
export const openLineQuery = (id: number, invoice_id?: number) =>
  queryOptions({
    queryKey: ['bank files', 'open line', id, invoice_id],
    queryFn: ({ signal }) => api(bankFiles.openLine, { params: { id }, query: { invoice_id } }, { signal }),
    staleTime: 0,
  });

/** Asked for again and again while the file is being settled or undone. */
export const bankFileQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank files', 'file', id],
    queryFn: ({ signal }) => api(bankFiles.show, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL : false),
    staleTime: 0,
  });

export const isRunning = ({ status }: Pick<BankFilePreview, 'status'>) => status === 'RUNNING' || status === 'UNDOING';

/** An interrupted run can be settled further as well as undone. */
export const canSettle = ({ status }: Pick<BankFilePreview, 'status'>) => status === 'STAGED' || status === 'FAILED';

export const canUndo = ({ status, settled }: Pick<BankFilePreview, 'status' | 'settled'>) =>
  settled > 0 && (status === 'DONE' || status === 'FAILED');

export function useBankFileActions() {
  const cache = useQueryClient();
  const listAgain = () => cache.invalidateQueries({ queryKey: bankFilesQuery.queryKey });

  const keep = (file: BankFilePreview) => {
    cache.setQueryData(bankFileQuery(file.id).queryKey, file);
    return file;
  };

  /** The run is under way: from now on the file is asked for until it ends. */
  const follow = (id: number) =>
    Promise.all([cache.invalidateQueries({ queryKey: bankFileQuery(id).queryKey }), listAgain()]);

  return {
    read: async (file: File, options: Parameters<typeof upload>[2]): Promise<BankFilePreview> => {
      const answer = await upload(bankFiles.down, { query: { preview: '1' }, file, name: file.name }, options);
      listAgain();
      if ('id' in answer) return keep(answer);
      throw new ApiProblem(200, 'UNEXPECTED_ANSWER', 'Resposta inesperada do servidor. Tente de novo.');
    },

    settle: async (id: number, body: Sent<typeof bankFiles.settle>['body']) => {
      await api(bankFiles.settle, { params: { id }, body });
      await follow(id);
    },

    assign: async (id: number, line: number, invoice_id: number | null) =>
      keep(await api(bankFiles.assign, { params: { id, line }, body: { invoice_id } })),

    undo: async (id: number) => {
      await api(bankFiles.undo, { params: { id } });
      await follow(id);
    },

    discard: async (id: number) => {
      await api(bankFiles.discard, { params: { id } });
      listAgain();
    },

    settleOpen: async (id: number, body: Sent<typeof bankFiles.settleOpen>['body']) => {
      try {
        await api(bankFiles.settleOpen, { params: { id }, body });
      } finally {
        everything(cache); // Refused too: another may have settled it.
      }
    },

    ignoreOpen: async (id: number, reason: string) => {
      try {
        await api(bankFiles.ignoreOpen, { params: { id }, body: { reason } });
      } finally {
        cache.invalidateQueries({ queryKey: ['bank files'] });
      }
    },

    restoreOpen: async (id: number) => {
      try {
        await api(bankFiles.restoreOpen, { params: { id } });
      } finally {
        cache.invalidateQueries({ queryKey: ['bank files'] });
      }
    },

    refresh: () => everything(cache),
  };
}

/** Invalidates every query: settlements and undos can affect any page. */
const everything = (cache: QueryClient) => cache.invalidateQueries();
