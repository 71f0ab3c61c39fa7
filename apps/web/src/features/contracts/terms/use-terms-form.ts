import { type ProposalDetail, ProposalUpdate } from '@morada/contract/proposals';
import { useQuery } from '@tanstack/react-query';
import { contractQuery, useUpdateContract } from '#web/features/contracts/contract-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { useBankName } from '#web/ui/input/bank-queries.ts';
import { termsOf, withBankName } from './contract-values.ts';

/** The terms of a contract, saved against the version that was read. */
export function useTermsForm(proposal: ProposalDetail) {
  const update = useUpdateContract(proposal.id);
  const bankName = useBankName();
  const { refetch } = useQuery(contractQuery(proposal.id));
  const form = useForm(ProposalUpdate, {
    values: termsOf(proposal),
    submit: (terms) => update.mutateAsync({ params: { id: proposal.id }, body: withBankName(terms, bankName) }),
    onSaved: () => toast.success('Contrato atualizado'),
  });
  const { notice } = useStale({ what: 'este contrato', forms: [form], reload: refetch });
  return { form, notice };
}
