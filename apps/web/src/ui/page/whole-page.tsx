import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '#web/lib/api/api.ts';
import { useReached } from '#web/lib/api/reach.ts';
import { messageOf } from '#web/lib/toast.ts';
import { isMissingPart, whyGone } from '#web/lib/version.ts';
import { Logo } from '#web/ui/display/logo.tsx';
import classes from './whole-page.module.css';

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <WholePage title="Página não encontrada" body="O endereço não existe, ou o que estava aqui mudou de lugar.">
      <Button renderRoot={(props) => <Link to="/" {...props} />}>Voltar ao início</Button>
    </WholePage>
  );
}

/** The app failed outside its pages. */
export const ErrorPage = (props: ErrorComponentProps) => <Failure {...props} as="main" />;

/** A page that failed while being drawn or opened: the menu stays around it. */
export const PageFailure = (props: ErrorComponentProps) => <Failure {...props} as="section" />;

function Failure({ error, reset, as }: ErrorComponentProps & { as: 'main' | 'section' }) {
  const router = useRouter();
  const [why, setWhy] = useState<ApiProblem>();
  useEffect(() => {
    if (isMissingPart(error)) whyGone().then(setWhy);
  }, [error]);
  const again = () => {
    reset();
    router.invalidate();
  };
  useReloadOnceReached(why?.code === 'OFFLINE');
  if (why?.code === 'RENEWED') {
    return (
      <WholePage
        as={as}
        title="Há uma versão nova da Morada"
        body="Esta página vem com ela. O que já foi salvo está salvo."
        alert
      >
        <Button onClick={() => location.reload()}>Recarregar</Button>
      </WholePage>
    );
  }
  return (
    <WholePage as={as} title="Não foi possível abrir esta página" body={messageOf(why ?? error)} alert>
      {/* Its code is requested again with the page alone: nothing typed elsewhere is on it. */}
      <Button onClick={why?.code === 'KEPT' ? () => location.reload() : again}>
        {why?.code === 'KEPT' ? 'Recarregar' : 'Tentar de novo'}
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        Voltar ao início
      </Button>
    </WholePage>
  );
}

/** Brings a page that was missing for want of a connection once it is back: nothing typed is on it. */
function useReloadOnceReached(missing: boolean) {
  const reached = useReached();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!reached) wasAway.current = true;
    else if (wasAway.current && missing) location.reload();
  }, [reached, missing]);
}

function WholePage({
  as: Place = 'main',
  title,
  body,
  alert,
  children,
}: {
  as?: 'main' | 'section';
  title: string;
  body: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <Place className={classes.page} role={alert ? 'alert' : undefined}>
      <title>{`${title} · Morada`}</title>
      <Logo markOnly size={40} />
      <h1>{title}</h1>
      <p className={classes.says}>{body}</p>
      <div className={classes.actions}>{children}</div>
    </Place>
  );
}
