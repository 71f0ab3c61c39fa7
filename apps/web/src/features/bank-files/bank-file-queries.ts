import { type BankFilePreview, bankFiles } from '@morada/contract/bank/bank-files';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putAnswer } from '#web/lib/api/answers.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { watched } from '#web/lib/api/runs.ts';
import type { UploadOptions } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';
import { settledWords } from './bank-file-words.ts';

export const bankFilesQuery = query(bankFiles.list, {});

export type OpenState = 'OPEN' | 'IGNORED' | 'GIVEN_BACK';

/** Payments of the bank's files that were not settled, were set aside, or were given back. */
export const openLinesQuery = (state: OpenState, page: number) => query(bankFiles.open, { query: { state, page } });

/** One open payment, matched as found or as if it belonged to the given invoice. */
export const openLineQuery = (id: number, invoice_id?: number) => ({
  ...query(bankFiles.openLine, { params: { id }, query: { invoice_id } }),
  staleTime: 0,
});

export const isRunning = ({ status }: { status: string }) => status === 'RUNNING' || status === 'UNDOING';

/** Watched while the file is being settled or undone. */
export const bankFileQuery = (id: number) => ({
  ...watched(query(bankFiles.show, { params: { id } }), {
    runsOf: (file: BankFilePreview) => [file],
    isGoing: isRunning,
    begunBy: bankFiles.settle,
    onEnd: announce,
  }),
  staleTime: 0,
});

function announce({ status, settled }: BankFilePreview, before: string | undefined) {
  if (status === 'DONE' && before !== 'UNDOING') toast.success(settledWords(settled));
  if (status === 'UNDONE') toast.success('A baixa foi desfeita.');
}

/** An interrupted run can be settled further as well as undone. */
export const canSettle = ({ status }: Pick<BankFilePreview, 'status'>) => status === 'STAGED' || status === 'FAILED';

export const canUndo = ({ status, settled }: Pick<BankFilePreview, 'status' | 'settled'>) =>
  settled > 0 && (status === 'DONE' || status === 'FAILED');

/** Sends a file to the server, which reads it; nothing is settled yet. */
export function useReadBankFile() {
  const cache = useQueryClient();
  const { mutateAsync: send } = useMutation(mutation(bankFiles.down));
  return async (file: File, options: UploadOptions): Promise<BankFilePreview> => {
    const read = await send({ query: { preview: '1' }, file, name: file.name, ...options });
    if (!('id' in read))
      throw new ApiProblem(200, 'UNEXPECTED_ANSWER', 'Resposta inesperada do servidor. Tente de novo.');
    await putAnswer(cache, bankFileQuery(read.id), read);
    return read;
  };
}

/** Assigns a line of a file to an invoice, or with null to none. */
export function useAssignLine(id: number) {
  const file = bankFileQuery(id);
  return useMutation({
    ...mutation(bankFiles.assign, { upToDate: file }),
    onSuccess: (assigned, _variables, _result, { client }) => putAnswer(client, file, assigned),
  });
}

// Settling and undoing run in the background: both are pending until the file is read again, and watched from then on.
export const useSettleBankFile = () => useMutation(mutation(bankFiles.settle, { awaitRefetch: true }));

export const useUndoBankFile = () => useMutation(mutation(bankFiles.undo, { awaitRefetch: true }));

export const useDiscardBankFile = () => useMutation(mutation(bankFiles.discard));

export const useSettleOpenLine = () => useMutation(mutation(bankFiles.settleOpen));

export const useIgnoreOpenLine = () => useMutation(mutation(bankFiles.ignoreOpen));

export const useRestoreOpenLine = () => useMutation(mutation(bankFiles.restoreOpen));
