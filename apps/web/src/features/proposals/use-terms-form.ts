import { type ProposalDetail, ProposalUpdate } from '@morada/contract/proposals';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '#web/lib/api.ts';
import { isStale } from '#web/lib/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { proposalQuery, useProposalChanges } from './proposal-queries.ts';
import { termsOf, withBankName } from './proposal-values.ts';

/** The terms of a contract, saved against the version on which they were changed. */
export function useTermsForm(proposal: ProposalDetail, version: string | undefined) {
  const cache = useQueryClient();
  const { update } = useProposalChanges(proposal.id);
  const [stale, setStale] = useState<ApiProblem>();
  const read = useRef(version);
  const form = useForm(ProposalUpdate, {
    values: termsOf(proposal),
    submit: (terms) => update(withBankName(terms), read.current).catch(notice),
    onSaved: () => toast.success('Contrato atualizado'),
  });
  const { isDirty } = form.formState;

  useEffect(() => {
    if (!isDirty) read.current = version;
  }, [isDirty, version]);

  function notice(error: unknown): never {
    if (isStale(error)) setStale(error);
    throw error;
  }

  /** Brings what somebody else saved; what was typed here stays, to be saved over it. */
  async function reload() {
    const newest = await cache.fetchQuery({ ...proposalQuery(proposal.id), staleTime: 0 }).catch(toast.failure);
    if (!newest) return;
    read.current = newest.version;
    setStale(undefined);
  }

  return { form, stale, reload };
}
