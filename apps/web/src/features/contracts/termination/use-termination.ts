import { useDebouncedValue } from '@mantine/hooks';
import type { ProposalDetail } from '@morada/contract/proposals';
import { TerminationDraft } from '@morada/contract/terminations';
import { parseDecoded } from '@morada/contract/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { type Draft, draftQuery, useTerminate } from './termination-queries.ts';

const PAUSE = 300;

/** Form of a termination, with the resulting sheet. Untouched fields follow the server's proposal. */
export function useTermination(proposal: ProposalDetail, onDone: () => void) {
  const { id, deposit } = proposal;
  const cache = useQueryClient();
  const terminate = useTerminate();
  const record = useQuery(contractQuery(id));
  const form = useForm(TerminationDraft, {
    defaultValues: {
      left_on: today(),
      due_date: today(),
      penalty: null,
      waiver: null,
      deposit_return: deposit,
      deposit_held_by: 'AGENCY',
      extras: [],
    },
    submit: () => terminate.mutateAsync({ params: { id }, body: draft(), ifMatch: record.data?.version }),
    onSaved: () => {
      toast.success('Contrato encerrado');
      onDone();
    },
  });
  const { dirtyFields } = form.formState;
  const draft = (): Draft => asEdited(form.getValues(), dirtyFields);

  useWatch({ control: form.control });
  const typed = JSON.stringify(reckonable(draft()));
  const [asked] = useDebouncedValue(typed, PAUSE);
  const wanted: Draft = JSON.parse(asked);
  const calculated = useQuery({ ...draftQuery(id, wanted), enabled: parseDecoded(TerminationDraft, wanted).success });
  const sheet = calculated.data;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new reckoning moves the fields
  useEffect(() => {
    if (!sheet) return;
    if (!dirtyFields.penalty) form.resetField('penalty', { defaultValue: sheet.proposed_penalty });
    if (!dirtyFields.due_date) form.resetField('due_date', { defaultValue: sheet.due_date });
  }, [sheet?.proposed_penalty, sheet?.due_date]);

  const { notice } = useStale({ what: 'este contrato', forms: [form], reload: (options) => record.refetch(options) });

  return {
    form,
    notice,
    sheet,
    /** The figures shown are not yet those of what was typed. */
    recalculating: calculated.isFetching || typed !== asked,
    failed: calculated.error,
    retry: calculated.refetch,
    /** Resolves to the validated values; undefined when a field is missing, and the fields then show their errors. */
    checked: () =>
      new Promise<Draft | undefined>((resolve) => {
        form.handleSubmit(
          () => resolve(draft()),
          () => resolve(undefined),
        )();
      }),
    /** The sheet of exactly that. */
    reckon: (body: Draft) => cache.fetchQuery(draftQuery(id, body)),
  };
}

export type Termination = ReturnType<typeof useTermination>;

type Edited = { [Field in 'penalty' | 'deposit_return' | 'due_date']?: unknown };

/** A figure left as proposed is the server's to reckon; one that was emptied is nothing. */
function asEdited({ penalty, waiver, deposit_return, due_date, ...rest }: Draft, edited: Edited): Draft {
  return {
    ...rest,
    ...(waiver ? { waiver } : edited.penalty ? { penalty: penalty ?? 0 } : {}),
    ...(edited.deposit_return ? { deposit_return: deposit_return ?? 0 } : {}),
    ...(edited.due_date ? { due_date } : {}),
  };
}

/** Lines still being written wait; a reason still being given lets the penalty go already. */
function reckonable(draft: Draft): Draft {
  const { waiver, extras } = draft;
  const unexplained = waiver?.reason === 'OTHER' && !waiver.note?.trim();
  return {
    ...draft,
    ...(unexplained && { waiver: { ...waiver, note: '…' } }),
    extras: extras?.filter(({ description, amount }) => description.trim() && amount > 0),
  };
}
