import { type ProposalDetail, ProposalUpdate } from '@morada/contract/proposals';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { useBankName } from '#web/ui/form/bank-queries.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { proposalQuery, useUpdateProposal } from './proposal-queries.ts';
import { termsOf, withBankName } from './proposal-values.ts';

/** The terms of a contract, saved against the version that was read. */
export function useTermsForm(proposal: ProposalDetail) {
  const update = useUpdateProposal(proposal.id);
  const bankName = useBankName();
  const { refetch } = useQuery(proposalQuery(proposal.id));
  const form = useForm(ProposalUpdate, {
    values: termsOf(proposal),
    submit: (terms) => update(withBankName(terms, bankName)),
    onSaved: () => toast.success('Contrato atualizado'),
  });
  const { notice } = useStale({ what: 'este contrato', forms: [form], reload: refetch });
  return { form, notice };
}
