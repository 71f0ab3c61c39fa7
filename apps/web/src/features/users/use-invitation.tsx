import { copy } from '#web/lib/clipboard.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type User, useInviteUser } from './user-queries.ts';

/** Invites a person by e-mail, or shows the link of one use that is to be handed over. */
export function useInvitation() {
  const { mutateAsync: invite } = useInviteUser();
  const confirm = useConfirm();
  return async ({ id, name }: Pick<User, 'id' | 'name'>) => {
    try {
      const { sent_to, url } = await invite({ params: { id } });
      if (!url) return toast.success(`Convite enviado para ${sent_to}.`);
      await confirm({
        title: `Link de acesso de ${name}`,
        body: `Entregue este link a ${name}. Ele vale por 3 dias e uma só vez, e não é mostrado de novo: ${url}`,
        verb: 'Copiar link',
        run: async () => {
          await copy(url, 'Link copiado.');
        },
      });
    } catch (error) {
      toast.failure(error);
    }
  };
}
