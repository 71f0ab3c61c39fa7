import { useQueryClient } from '@tanstack/react-query';
import { invoiceBoletosQuery } from '#web/entities/boleto/boleto-queries.ts';
import { boletoNamed } from '#web/entities/boleto/boleto-status.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

/** Asks before a new number takes the place of an open boleto that can no longer be paid as it was printed. */
export function useNewNumber() {
  const confirm = useConfirm();
  const cache = useQueryClient();

  return async (invoiceId: number): Promise<boolean> => {
    const [newest] = await cache.fetchQuery({ ...invoiceBoletosQuery(invoiceId), staleTime: 0 });
    const open = newest?.state === 'OPEN' || newest?.state === 'LATE';
    if (!open || newest.payable) return true;
    return confirm({
      title: 'Gerar novo boleto',
      body: `O ${boletoNamed(newest)} venceu e não pode mais ser pago. Um novo, com outro número e os encargos de hoje, toma o lugar dele.`,
      verb: 'Gerar novo boleto',
    });
  };
}
