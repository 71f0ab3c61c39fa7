import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { restOfLastMonth } from '@morada/domain/rent/rest-of-month';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { readjustmentQuery, useContractRecord, useUpdateContract } from '#web/features/contracts/contract-queries.ts';
import { isRent } from '#web/features/contracts/terms/rent.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { type ExtensionDraft, extensionSchema, firstDraft, proposed, readjustmentBody } from './extension-draft.ts';

/** A new end for the contract, with its readjustment or without; or, not extending, the readjustment alone. */
export function useExtension(
  proposal: ProposalDetail,
  { extends: extending }: { extends: boolean },
  onDone: () => void,
) {
  const { id, end_date } = proposal;
  const update = useUpdateContract(id);
  const { record } = useContractRecord(id);
  const preview = useQuery({ ...readjustmentQuery(id), enabled: isRent(proposal) });
  const form = useForm<ExtensionDraft, unknown>(extensionSchema(extending ? end_date : undefined), {
    values: firstDraft(proposal, preview.data, { today: today(), readjusts: !extending }),
    submit: ({ end_date: end, base, charge_rest }) =>
      update.mutateAsync({
        params: { id },
        body: { ...(extending && { end_date: end, charge_rest }), ...readjustmentBody(base, made) },
      }),
    onSaved: () => {
      toast.success('Contrato atualizado');
      onDone();
    },
  });
  const [base, percent, end, charges] = useWatch({
    control: form.control,
    name: ['base', 'percent', 'end_date', 'charge_rest'],
  });
  const index = preview.data?.indices.find((one) => one.index === base);
  const made = proposed(proposal, base, (base === 'MANUAL' ? percent : index?.percent) ?? undefined, today());
  const { ends_at_term } = proposal;
  const rest =
    extending && end && isRent(proposal)
      ? restOfLastMonth(proposal, { end_date: end, ends_at_term }, proposal.invoices)
      : undefined;
  return { form, record, preview, base, end: extending ? end : end_date, index, made, rest, charges };
}

export type Extension = ReturnType<typeof useExtension>;
