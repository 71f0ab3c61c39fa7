import { Button } from '@mantine/core';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useInvitation } from './use-invitation.tsx';
import classes from './user-access.module.css';
import { type User, useEndSessions, useResetSecondFactor } from './user-queries.ts';

/** Sessions and second factor of another user, with actions to end them. */
export function UserAccess({ user }: { user: User }) {
  const { id, name, second_factor, sessions = 0, invited } = user;
  const invite = useInvitation();
  const confirm = useConfirm();
  const endSessions = useEndSessions();
  const resetSecondFactor = useResetSecondFactor();

  async function end() {
    const ended = await confirm({
      title: 'Encerrar sessões',
      body: `${name} sai na hora de onde estiver e precisa entrar de novo.`,
      verb: 'Encerrar sessões',
      danger: true,
      run: () => endSessions.mutateAsync({ params: { id } }),
    });
    if (ended) toast.success('Sessões encerradas');
  }

  async function reset() {
    const done = await confirm({
      title: 'Redefinir verificação',
      body: `Para quem perdeu o celular e os códigos de recuperação: ${name} volta a entrar só com a senha, até ativar a verificação de novo. As sessões terminam na hora. Confira antes que é mesmo essa pessoa quem pede.`,
      verb: 'Redefinir verificação',
      danger: true,
      run: () => resetSecondFactor.mutateAsync({ params: { id } }),
    });
    if (done) toast.success('Verificação redefinida');
  }

  return (
    <section className={classes.access} aria-label="Acesso">
      <h2 className={classes.title}>Acesso</h2>
      {invited && (
        <div className={classes.row}>
          <span>Convite feito, a senha ainda não foi criada</span>
          <Button size="xs" variant="default" onClick={() => invite(user)}>
            {invited === 'BY_MAIL' ? 'Convidar de novo' : 'Gerar outro link'}
          </Button>
        </div>
      )}
      <div className={classes.row}>
        <span>{sessionWords(sessions)}</span>
        {sessions > 0 && (
          <Button size="xs" variant="default" onClick={end}>
            Encerrar sessões
          </Button>
        )}
      </div>
      <div className={classes.row}>
        <span>Verificação em duas etapas {second_factor ? 'ativada' : 'desativada'}</span>
        {second_factor && (
          <Button size="xs" variant="default" onClick={reset}>
            Redefinir
          </Button>
        )}
      </div>
    </section>
  );
}

function sessionWords(count: number): string {
  if (count === 0) return 'Sem sessão aberta';
  return count === 1 ? 'Conectado em 1 lugar' : `Conectado em ${count} lugares`;
}
