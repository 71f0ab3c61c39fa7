import { type ProposalDetail, ProposalUpdate } from '@morada/contract/lease/proposals';
import { useContractRecord, useUpdateContract } from '#web/features/contracts/contract-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useBankName } from '#web/ui/input/bank-queries.ts';
import { useConflict } from '#web/ui/overlay/use-record.tsx';
import { termsOf, withBankName } from './contract-values.ts';

/** The terms of a contract, saved against the version that was read. */
export function useTermsForm(proposal: ProposalDetail) {
  const update = useUpdateContract(proposal.id);
  const bankName = useBankName();
  const { record } = useContractRecord(proposal.id);
  const form = useForm(ProposalUpdate, {
    values: termsOf(proposal),
    submit: (terms) => update.mutateAsync({ params: { id: proposal.id }, body: withBankName(terms, bankName) }),
    onSaved: () => toast.success('Contrato atualizado'),
  });
  const notice = useConflict(record, [form]);
  return { form, notice };
}
