import { toast } from '#web/lib/toast.ts';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { useCancelMaintenance, useRemoveQuote, useStart, useSubmit } from './maintenance-queries.ts';

/** Actions of a request that need no form, or only a word. */
export function useMaintenanceQuestions(id: number) {
  const askReason = useReason();
  const { mutateAsync: submit } = useSubmit();
  const { mutateAsync: start } = useStart();
  const { mutateAsync: cancel } = useCancelMaintenance();
  const { mutateAsync: remove } = useRemoveQuote();
  const done = (call: Promise<unknown>, words: string) => call.then(() => toast.success(words), toast.failure);

  const askCancel = () =>
    askReason({
      title: 'Cancelar manutenção',
      body: 'Quem pediu vê que ela foi cancelada, e o motivo.',
      verb: 'Cancelar manutenção',
      back: 'Voltar',
      run: async (reason) => {
        await cancel({ params: { id }, body: { reason } });
        toast.success('Manutenção cancelada.');
      },
    });

  return {
    askCancel,
    submit: () => done(submit({ params: { id } }), 'Os orçamentos estão com o proprietário.'),
    start: () => done(start({ params: { id } }), 'Em execução.'),
    removeQuote: (quote: number) => done(remove({ params: { id: quote } }), 'Orçamento removido.'),
  };
}
