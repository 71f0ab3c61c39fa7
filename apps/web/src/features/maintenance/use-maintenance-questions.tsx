import { Textarea } from '@mantine/core';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useCancelMaintenance, useRemoveQuote, useStart, useSubmit } from './maintenance-queries.ts';

/** Actions of a request that need no form, or only a word. */
export function useMaintenanceQuestions(id: number) {
  const confirm = useConfirm();
  const { mutateAsync: submit } = useSubmit();
  const { mutateAsync: start } = useStart();
  const { mutateAsync: cancel } = useCancelMaintenance();
  const { mutateAsync: remove } = useRemoveQuote();
  const done = (call: Promise<unknown>, words: string) => call.then(() => toast.success(words), toast.failure);

  function askCancel() {
    let reason = '';
    return confirm({
      title: 'Cancelar manutenção',
      body: (
        <>
          Quem pediu vê que ela foi cancelada, e o motivo.
          <Textarea
            label="Motivo"
            withAsterisk
            rows={2}
            maxLength={300}
            mt={12}
            onChange={({ currentTarget }) => {
              reason = currentTarget.value;
            }}
          />
        </>
      ),
      verb: 'Cancelar manutenção',
      back: 'Voltar',
      danger: true,
      run: async () => {
        await cancel({ params: { id }, body: { reason } });
        toast.success('Manutenção cancelada.');
      },
    });
  }

  return {
    askCancel,
    submit: () => done(submit({ params: { id } }), 'Os orçamentos estão com o proprietário.'),
    start: () => done(start({ params: { id } }), 'Em execução.'),
    removeQuote: (quote: number) => done(remove({ params: { id: quote } }), 'Orçamento removido.'),
  };
}
