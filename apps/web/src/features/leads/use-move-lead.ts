import type { LeadRow } from '@morada/contract/registry/lead-row';
import { LEAD_STAGES, type LeadStage } from '@morada/domain/attendance/lead-words';
import { toast } from '#web/lib/toast.ts';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';
import { usePutLead, useReopenLead, useWinLead } from './lead-queries.ts';

/** Puts a lead into another stage, with a notice that brings it back. One that is lost is asked for its reason elsewhere. */
export function useMoveLead() {
  const put = usePutLead();
  const win = useWinLead();
  const reopen = useReopenLead();
  return async ({ id, name, stage: from }: LeadRow, to: Exclude<LeadStage, 'LOST'>) => {
    const params = { id };
    try {
      if (to === 'WON') await win.mutateAsync({ params, body: {} });
      else await put.mutateAsync({ params, body: { stage: to } });
      doneWithUndo(`${name}: ${LEAD_STAGES[to]}`, async () => {
        if (to === 'WON') await reopen.mutateAsync({ params });
        if (from !== 'WON' && from !== 'LOST') await put.mutateAsync({ params, body: { stage: from } });
      });
    } catch (error) {
      toast.failure(error);
    }
  };
}
