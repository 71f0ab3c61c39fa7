import { Button } from '@mantine/core';
import { demonstration } from '@morada/contract/desk/demonstration';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import classes from './demonstration.module.css';
import { demonstrationQuery, useFillDemonstration } from './demonstration-queries.ts';

/** Data to try things out with, where there is nothing yet; and how far it is while it comes. */
export function DemonstrationOffer() {
  const { data } = useQuery(demonstrationQuery);
  const fill = useFillDemonstration();
  if (!may(demonstration.fill.access) || !data) return null;
  if (data.status === 'FILLING') {
    const { done, total } = data;
    return (
      <Progress label="Dados de demonstração" part={done > 0 ? done / total : undefined}>
        {done > 0 ? `Colocando dados de demonstração: ${done} de ${total}` : 'Preparando os dados de demonstração'}
      </Progress>
    );
  }
  if (!data.possible) return null;
  return (
    <div className={classes.offer}>
      <p>
        {data.status === 'FAILED'
          ? 'Os dados de demonstração não puderam entrar, e nada deles ficou. Tente de novo.'
          : 'Quer experimentar antes? Coloque uma carteira inventada, com contratos, faturas e repasses, e remova tudo com um clique. Os imóveis dela aparecem no site enquanto isso.'}
      </p>
      <Button variant="default" loading={fill.isPending} onClick={() => fill.mutate({}, { onError: toast.failure })}>
        Usar dados de demonstração
      </Button>
    </div>
  );
}
