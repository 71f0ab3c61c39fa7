import { useDebouncedValue } from '@mantine/hooks';
import { parseDecoded } from '@morada/contract/base/wire';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { TerminationDraft } from '@morada/contract/money/terminations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useContractRecord } from '#web/features/contracts/contract-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Draft, draftQuery, useTerminate } from './termination-queries.ts';

const PAUSE = 300;

/** Form of a termination, with the resulting sheet. Untouched fields follow the server's proposal. */
export function useTermination(proposal: ProposalDetail, onDone: () => void) {
  const { id } = proposal;
  const cache = useQueryClient();
  const terminate = useTerminate(id);
  const { record } = useContractRecord(id);
  const form = useForm(TerminationDraft, {
    defaultValues: {
      left_on: today(),
      due_date: undefined,
      penalty: undefined,
      waiver: null,
      deposit_return: undefined,
      deposit_held_by: 'AGENCY',
      extras: [],
    },
    complete: asEdited,
    neverEmpty: () => ({ due_date: 'Informe o vencimento' }),
    submit: (body) => terminate.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      toast.success('Contrato encerrado');
      onDone();
    },
  });
  const held = useWatch({ control: form.control }) as Draft;
  const typed = JSON.stringify(reckonable(asEdited(held)));
  const [asked] = useDebouncedValue(typed, PAUSE);
  const wanted: Draft = JSON.parse(asked);
  const calculated = useQuery({ ...draftQuery(id, wanted), enabled: parseDecoded(TerminationDraft, wanted).success });
  const sheet = calculated.data;

  return {
    form,
    record,
    sheet,
    /** The figures shown do not reflect the latest input yet. */
    recalculating: calculated.isFetching || typed !== asked,
    failed: calculated.error,
    retry: calculated.refetch,
    /** Fetches the sheet of exactly this draft. */
    reckon: (body: Draft) => cache.fetchQuery(draftQuery(id, body)),
  };
}

export type Termination = ReturnType<typeof useTermination>;

/** Unedited figures are omitted, so that the server calculates them; an emptied amount is zero. */
function asEdited({ penalty, waiver, deposit_return, due_date, ...rest }: Draft): Draft {
  return {
    ...rest,
    ...(waiver ? { waiver } : penalty !== undefined && { penalty: penalty ?? 0 }),
    ...(deposit_return !== undefined && { deposit_return: deposit_return ?? 0 }),
    ...(due_date !== undefined && { due_date }),
  };
}

/** Leaves out incomplete lines; a waiver counts even before the note of its reason is written. */
function reckonable(draft: Draft): Draft {
  const { waiver, extras } = draft;
  const unexplained = waiver?.reason === 'OTHER' && !waiver.note?.trim();
  return {
    ...draft,
    ...(unexplained && { waiver: { ...waiver, note: '…' } }),
    extras: extras?.filter(({ description, amount }) => description.trim() && amount > 0),
  };
}
