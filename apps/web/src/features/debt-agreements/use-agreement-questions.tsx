import { TextInput } from '@mantine/core';
import { addDays, type CalendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { useCancel, useReinstate, useSend } from './agreement-queries.ts';

const WEEK = 7;

/** Confirmation dialogs of an agreement. */
export function useAgreementQuestions(id: number) {
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: cancel } = useCancel(id);
  const { mutateAsync: reinstate } = useReinstate(id);
  const { mutateAsync: sendOffer } = useSend();

  const askCancel = () =>
    askReason({
      title: 'Cancelar acordo',
      body: 'As parcelas em aberto deixam de valer, e a dívida volta sem o que foi pago, com multa e juros desde o vencimento de cada fatura. Os descontos se perdem.',
      verb: 'Cancelar acordo',
      run: async (reason) => {
        await cancel({ params: { id }, body: { reason } });
        toast.success('Acordo cancelado.');
      },
    });

  function askReinstatement() {
    let until: CalendarDate | undefined = addDays(today(), WEEK);
    return confirm({
      title: 'Retomar acordo',
      body: (
        <>
          A dívida que voltou sai de novo, e as parcelas em aberto voltam a valer. O acordo espera o que está em atraso
          até o dia abaixo.
          <TextInput
            type="date"
            label="Espera até"
            withAsterisk
            mt={12}
            defaultValue={until}
            min={today()}
            onChange={({ currentTarget: { value } }) => {
              until = isCalendarDate(value) ? value : undefined;
            }}
          />
        </>
      ),
      verb: 'Retomar acordo',
      run: async () => {
        if (!until) throw new ApiProblem(0, 'DAY_MISSING', 'Informe até quando o acordo espera');
        await reinstate({ params: { id }, body: { until } });
        toast.success('Acordo em vigor de novo.');
      },
    });
  }

  const send = () =>
    sendOffer({ params: { id } }).then(() => toast.success('A oferta está a caminho do inquilino.'), toast.failure);

  return { askCancel, askReinstatement, send };
}
