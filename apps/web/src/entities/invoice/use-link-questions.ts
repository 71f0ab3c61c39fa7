import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useMailLink, useRenewLink } from './invoice-queries.ts';

/** Confirmation dialogs about the tenant's link of an invoice. */
export function useLinkQuestions() {
  const confirm = useConfirm();
  const { mutateAsync: renew } = useRenewLink();
  const { mutateAsync: mail } = useMailLink();

  return {
    askNewLink: (id: number, tenant: string) =>
      confirm({
        title: 'Trocar o link do inquilino',
        body: `O link que ${tenant} já tem deixa de abrir, e o novo precisa ser enviado. Um código Pix que já foi copiado continua valendo: ele não pode ser cancelado.`,
        verb: 'Trocar o link',
        danger: true,
        run: async () => {
          await renew({ params: { id } });
          toast.success('O link foi trocado.');
        },
      }),

    askMail: (id: number, { name, email }: { name: string; email: string | null }) =>
      confirm({
        title: 'Enviar link por e-mail',
        body: `A mensagem com o link e o Pix de hoje vai para ${email ?? 'o e-mail do cadastro'}, de ${name}.`,
        verb: 'Enviar por e-mail',
        run: async () => {
          await mail({ params: { id } });
          toast.success('O e-mail está a caminho.');
        },
      }),
  };
}
