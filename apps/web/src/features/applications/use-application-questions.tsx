import type { ApplicationParty, CreditInquiry } from '@morada/contract/lease/applications';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import {
  useAnalyse,
  useAsk,
  useAskCredit,
  useCloseLink,
  useCode,
  useErase,
  useRemoveDocument,
  useRenew,
  useRenewLink,
  useSend,
  useWithdraw,
} from './application-queries.ts';

/** Why not to ask again without a look. */
function warningOf(newest: CreditInquiry | undefined) {
  if (newest?.state === 'LOST')
    return 'A consulta anterior ficou sem resposta e pode ter sido cobrada: veja antes no BDC Center. ';
  return newest?.is_recent ? 'Já há uma consulta dos últimos 30 dias. ' : '';
}

/** Actions of an application that need no form. */
export function useApplicationQuestions(id: number) {
  const confirm = useConfirm();
  const { mutateAsync: send } = useSend();
  const { mutateAsync: renew } = useRenew();
  const { mutateAsync: analyse } = useAnalyse();
  const { mutateAsync: withdraw } = useWithdraw();
  const { mutateAsync: erase } = useErase();
  const { mutateAsync: ask } = useAsk();
  const { mutateAsync: askCredit } = useAskCredit();
  const { mutateAsync: renewLink } = useRenewLink();
  const { mutateAsync: closeLink } = useCloseLink();
  const { mutateAsync: code } = useCode();
  const { mutateAsync: removeDocument } = useRemoveDocument();
  const done = (call: Promise<unknown>, words: string) => call.then(() => toast.success(words), toast.failure);
  const params = { id };
  return {
    send: () => done(send({ params }), 'Os links estão abertos. Quem tem e-mail já recebeu o seu.'),
    renew: () => done(renew({ params }), 'A ficha tem mais prazo.'),
    analyse: () => done(analyse({ params }), 'Em análise.'),
    ask: (party: number) => done(ask({ params: { id: party } }), 'Pedido enviado por e-mail.'),
    askWithdraw: () =>
      confirm({
        title: 'Encerrar ficha',
        body: 'Os links deixam de abrir, e os dados são apagados em 90 dias. Ninguém é avisado.',
        verb: 'Encerrar ficha',
        danger: true,
        run: () => withdraw({ params }),
      }),
    askErase: () =>
      confirm({
        title: 'Apagar os dados já',
        body: 'Fichas, documentos e comentários desta análise são apagados agora. Não há como desfazer.',
        verb: 'Apagar os dados',
        danger: true,
        run: () => erase({ params }),
      }),
    askRenewLink: (party: number) =>
      confirm({
        title: 'Trocar link',
        body: 'O link de antes deixa de abrir, também nos aparelhos em que a ficha está aberta. O que foi preenchido fica.',
        verb: 'Trocar link',
        run: () => renewLink({ params: { id: party } }),
      }),
    askCloseLink: (party: number) =>
      confirm({
        title: 'Retirar link',
        body: 'Esta parte deixa de fazer parte da análise. O link não abre mais.',
        verb: 'Retirar link',
        danger: true,
        run: () => closeLink({ params: { id: party } }),
      }),
    askCredit: ({ id: party, name, inquiries }: ApplicationParty) => {
      const [newest] = inquiries;
      const after = newest?.id ?? null;
      return confirm({
        title: newest ? 'Consultar de novo' : 'Consultar crédito',
        body: `${warningOf(newest)}O documento de ${name} vai à BigDataCorp, que cobra cada consulta, também quando o birô não tem score.`,
        verb: newest ? 'Consultar de novo' : 'Consultar crédito',
        run: async () => {
          const { parties } = await askCredit({ params: { id: party }, body: { after } });
          const made = parties.find((one) => one.id === party)?.inquiries[0];
          if (made?.state === 'ANSWERED') toast.success('Consulta feita');
          else if (made?.state === 'LOST') toast.warning('Sem resposta; pode ter sido cobrada.');
        },
      });
    },
    askRemove: (document: number, name: string) =>
      confirm({
        title: 'Remover documento',
        body: `${name} sai da ficha.`,
        verb: 'Remover documento',
        danger: true,
        run: () => removeDocument({ params: { id: document } }),
      }),
    async showCode(party: number) {
      try {
        const made = await code({ params: { id: party } });
        await confirm({
          title: 'Código para outro aparelho',
          body: `Diga à pessoa: ${made.code}. Ele vale por ${made.minutes} minutos, e abre a ficha no aparelho em que for digitado.`,
          verb: 'Pronto',
          back: 'Fechar',
        });
      } catch (error) {
        toast.failure(error);
      }
    },
  };
}
