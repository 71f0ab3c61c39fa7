import { Button } from '@mantine/core';
import { session } from '@morada/contract/access/session';
import type { Answer } from '@morada/contract/base/endpoint';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { AccountPart } from './account-part.tsx';
import { sessionsQuery } from './session-queries.ts';
import classes from './sessions-part.module.css';

type Listed = Answer<typeof session.list>[number];

/** Sessions of the user, with actions to end them. */
export function SessionsPart() {
  const query = useQuery(sessionsQuery);
  const confirm = useConfirm();
  const { mutateAsync: endOne } = useMutation(mutation(session.end));
  const { mutateAsync: endAllOthers } = useMutation(mutation(session.endOthers));

  async function end({ id, device }: Listed) {
    const ended = await confirm({
      title: 'Encerrar sessão',
      body: `A sessão de ${device} termina na hora. Nela, será preciso entrar de novo.`,
      verb: 'Encerrar sessão',
      danger: true,
      run: () => endOne({ params: { id } }),
    });
    if (ended) toast.success('Sessão encerrada');
  }

  async function endOthers() {
    const ended = await confirm({
      title: 'Encerrar as outras sessões',
      body: 'Todas as sessões, menos esta, terminam na hora.',
      verb: 'Encerrar as outras',
      danger: true,
      run: () => endAllOthers({}),
    });
    if (ended) toast.success('As outras sessões terminaram');
  }

  return (
    <AccountPart
      title="Onde você está conectado"
      below="Se não reconhecer alguma sessão, encerre-a e troque a sua senha."
    >
      <QueryBoundary query={query} what="as sessões" lines={4}>
        {(sessions) => (
          <>
            <ul aria-label="Sessões" className={classes.sessions}>
              {sessions.map((one) => (
                <Row key={one.id} session={one} onEnd={() => end(one)} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button variant="default" className={classes.others} onClick={endOthers}>
                Encerrar as outras sessões
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </AccountPart>
  );
}

function Row({ session: { device, created_at, seen_at, current }, onEnd }: { session: Listed; onEnd: () => void }) {
  const name = device || 'Dispositivo desconhecido';
  const Icon = /iPhone|iPad|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.device}>
          {name}
          {current && <span className={classes.current}>esta sessão</span>}
        </p>
        <p className={classes.when}>
          Desde <Moment value={created_at} /> ·{' '}
          {current ? (
            'em uso agora'
          ) : (
            <>
              último uso em <Moment value={seen_at} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button size="xs" variant="default" aria-label={`Encerrar a sessão de ${name}`} onClick={onEnd}>
          Encerrar
        </Button>
      )}
    </li>
  );
}
