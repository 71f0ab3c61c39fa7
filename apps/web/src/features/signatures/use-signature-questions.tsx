import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { useRemind, useRemove, useRenewLink, useSeal, useWithdraw } from './signature-queries.ts';

/** Actions of a paper and its signers that need no form. */
export function useSignatureQuestions(id: number) {
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: withdraw } = useWithdraw(id);
  const { mutateAsync: remove } = useRemove(id);
  const { mutateAsync: seal } = useSeal(id);
  const { mutateAsync: remind } = useRemind();
  const { mutateAsync: renewLink } = useRenewLink();
  const params = { id };
  return {
    askWithdraw: () =>
      askReason({
        title: 'Retirar documento',
        body: 'Os links deixam de abrir. Quem já recebeu o link ou assinou é avisado de que o documento foi retirado; o motivo fica só na imobiliária.',
        verb: 'Retirar documento',
        run: async (reason) => {
          await withdraw({ params, body: { reason } });
          toast.success('Documento retirado');
        },
      }),
    askRemove: (done: () => void) =>
      confirm({
        title: 'Deletar rascunho',
        body: 'O rascunho é apagado, com quem assina e os campos na página. O documento de origem continua onde está.',
        verb: 'Deletar rascunho',
        danger: true,
        run: () => remove({ params }),
      }).then((removed) => {
        if (removed) done();
      }),
    seal: () => seal({ params }).then(() => toast.success('O arquivo está sendo fechado de novo'), toast.failure),
    remind: (signer: number) =>
      remind({ params: { id: signer } }).then(() => toast.success('Lembrete a caminho'), toast.failure),
    askRenewLink: (signer: number, name: string) =>
      confirm({
        title: 'Trocar link',
        body: `O link de antes deixa de abrir, e ${name} recebe outro agora.`,
        verb: 'Trocar link',
        run: () => renewLink({ params: { id: signer }, body: {} }),
      }),
  };
}
