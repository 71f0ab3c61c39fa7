import type { LateRow } from '@morada/contract/money/finance';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { wholeAddress } from '#web/lib/address.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useSettleLate } from './late-queries.ts';

/** Confirmation dialogs for late payments. */
export function useLateQuestions() {
  const confirm = useConfirm();
  const { mutateAsync: settle } = useSettleLate();

  return {
    askSettlement: (row: LateRow) =>
      confirm({
        title: 'Tem certeza?',
        body: `Fatura ${row.id}, de ${row.user.name}: ${whole(row)} recebidos em ${formatDate(today())} (Baixa Manual). O repasse ao proprietário é criado.`,
        verb: 'Sim, foi pago',
        run: async () => {
          await settle({ params: { id: row.id } });
          toast.success('A fatura foi marcada como paga.');
        },
      }),

    askBoleto: (row: LateRow) =>
      confirm({
        title: 'Deseja emitir o boleto?',
        body: `Fatura ${row.id}, de ${row.user.name}: ${whole(row)}. A página do inquilino abre em outra aba, com o Pix e o boleto que ainda pode ser pago. Nenhum número novo é gerado.`,
        verb: 'Emitir boleto',
        run: async () => {
          window.open(wholeAddress(row.url), '_blank', 'noopener');
        },
      }),
  };
}

/** "R$ 2.092,85 (1.900,00 de aluguel e taxas, 190,00 de multa e 2,85 de juros)" */
function whole({ price, fees, fine, interest, total }: LateRow): string {
  if (fine + interest === 0) return `${formatMoney(total)} de aluguel e taxas`;
  return `${formatMoney(total)} (${formatMoney(price + fees)} de aluguel e taxas, ${formatMoney(fine)} de multa e ${formatMoney(interest)} de juros)`;
}
