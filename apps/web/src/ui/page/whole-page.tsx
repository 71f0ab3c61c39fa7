import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
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

/** A page that failed while being drawn or opened. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [why, setWhy] = useState<Error>();
  useEffect(() => {
    if (isMissingPart(error)) whyGone().then(setWhy);
  }, [error]);
  const again = () => {
    reset();
    router.invalidate();
  };
  if (why && 'code' in why && why.code === 'RENEWED') {
    return (
      <WholePage
        title="Há uma versão nova da Morada"
        body="Esta página vem com ela. O que já foi salvo está salvo."
        alert
      >
        <Button onClick={() => location.reload()}>Recarregar</Button>
      </WholePage>
    );
  }
  return (
    <WholePage title="Não foi possível abrir esta página" body={messageOf(why ?? error)} alert>
      <Button onClick={again}>Tentar de novo</Button>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        Voltar ao início
      </Button>
    </WholePage>
  );
}

function WholePage({
  title,
  body,
  alert,
  children,
}: {
  title: string;
  body: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <main className={classes.page} role={alert ? 'alert' : undefined}>
      <title>{`${title} · Morada`}</title>
      <Logo markOnly size={40} />
      <h1>{title}</h1>
      <p className={classes.says}>{body}</p>
      <div className={classes.actions}>{children}</div>
    </main>
  );
}
