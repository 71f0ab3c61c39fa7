import { type ProposalDetail, ProposalUpdate } from '@morada/contract/proposals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStale } from '#web/lib/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { proposalQuery, useUpdateProposal } from './proposal-queries.ts';
import { termsOf, withBankName } from './proposal-values.ts';

/** The terms of a contract, saved against the version that was read. */
export function useTermsForm(proposal: ProposalDetail) {
  const update = useUpdateProposal(proposal.id);
  const { refetch } = useQuery(proposalQuery(proposal.id));
  const form = useForm(ProposalUpdate, {
    values: termsOf(proposal),
    submit: (terms) => update(withBankName(terms)),
    onSaved: () => toast.success('Contrato atualizado'),
  });
  const [settled, setSettled] = useState<unknown>();
  const stale = isStale(form.failure) && form.failure !== settled ? form.failure : undefined;

  /** Brings what somebody else saved; what was typed here stays, to be saved over it. */
  async function reload() {
    await refetch();
    setSettled(form.failure);
  }

  return { form, stale, reload };
}
