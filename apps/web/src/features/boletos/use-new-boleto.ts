import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { useMutation } from '@tanstack/react-query';
import { useCreateBoleto } from '#web/entities/boleto/boleto-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useNewNumber } from './use-new-number.ts';
import { useSettingsFirst } from './use-settings-first.ts';

type Invoice = Pick<InvoiceDetail, 'id' | 'user' | 'proposal'>;

/** Makes a boleto and says so, or why not: where the agency's settings are missing it leads there. */
export function useNewBoleto() {
  const { mutateAsync: create } = useCreateBoleto();
  const agreesToNewNumber = useNewNumber();
  const settingsFirst = useSettingsFirst();

  return useMutation({
    mutationFn: async ({ id: invoice_id, user, proposal }: Invoice) => {
      if (!(await agreesToNewNumber(invoice_id))) return;
      await create({ body: { user_id: user.id, proposal_id: proposal.id, invoice_id } });
      toast.success('O boleto foi gerado.');
    },
    onError: async (error) => {
      if (!(await settingsFirst(error))) toast.failure(error);
    },
  });
}
