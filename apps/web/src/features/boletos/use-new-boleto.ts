import type { InvoiceDetail } from '@morada/contract/invoices';
import { useState } from 'react';
import { useBoletoMutations } from '#web/entities/boleto/boleto-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useNewNumber } from './use-new-number.ts';
import { useSettingsFirst } from './use-settings-first.ts';

type Invoice = Pick<InvoiceDetail, 'id' | 'user' | 'proposal'>;

/** Makes a boleto and says so, or why not: where the agency's settings are missing it leads there. */
export function useNewBoleto() {
  const [making, setMaking] = useState(false);
  const { create } = useBoletoMutations();
  const agreesToNewNumber = useNewNumber();
  const settingsFirst = useSettingsFirst();

  async function make({ id: invoice_id, user, proposal }: Invoice) {
    setMaking(true);
    try {
      if (!(await agreesToNewNumber(invoice_id))) return;
      await create({ user_id: user.id, proposal_id: proposal.id, invoice_id });
      toast.success('O boleto foi gerado.');
    } catch (error) {
      if (!(await settingsFirst(error))) toast.failure(error);
    } finally {
      setMaking(false);
    }
  }

  return { making, make };
}
