import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/toast.ts';
import { Logo } from './logo.tsx';
import classes from './whole-page.module.css';

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <WholePage title="Página não encontrada" says="O endereço não existe, ou o que estava aqui mudou de lugar.">
      <Button renderRoot={(props) => <Link to="/" {...props} />}>Voltar ao início</Button>
    </WholePage>
  );
}

/** A page that failed while being drawn or opened. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    router.invalidate();
  };
  return (
    <WholePage title="Não foi possível abrir esta página" says={messageOf(error)} alert>
      <Button onClick={again}>Tentar de novo</Button>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        Voltar ao início
      </Button>
    </WholePage>
  );
}

function WholePage({
  title,
  says,
  alert,
  children,
}: {
  title: string;
  says: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <main className={classes.page} role={alert ? 'alert' : undefined}>
      <title>{`${title} · Morada`}</title>
      <Logo markOnly size={40} />
      <h1>{title}</h1>
      <p className={classes.says}>{says}</p>
      <div className={classes.actions}>{children}</div>
    </main>
  );
}
