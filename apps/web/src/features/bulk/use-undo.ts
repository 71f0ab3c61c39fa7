import type { BulkRun } from '@morada/contract/desk/bulk';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useUndoRun } from './bulk-queries.ts';
import { records, wordsOf } from './bulk-words.ts';

/** The question before a run is taken back. */
export function useUndo() {
  const confirm = useConfirm();
  const undo = useUndoRun();
  return ({ id, action, states: { DONE } }: BulkRun) =>
    confirm({
      title: 'Desfazer',
      body: `${records(action, DONE.count)}. ${wordsOf(action).back ?? ''} O que mudou desde então fica como está.`,
      verb: 'Desfazer',
      danger: true,
      run: () => undo.mutateAsync({ params: { id } }),
    });
}
