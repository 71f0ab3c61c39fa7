import { Button } from '@mantine/core';
import { useReached } from '#web/lib/api/reach.ts';
import { useRenewed } from '#web/lib/version.ts';
import classes from './connection.module.css';

/** Over every page: nothing can be saved for now, or a newer app is there. Each goes by itself. */
export function Connection() {
  const reached = useReached();
  const renewed = useRenewed();
  return (
    <div role="status" className={classes.place}>
      {!reached && (
        <p className={classes.says}>
          Sem conexão com o servidor. O que foi digitado continua aqui; salve quando ela voltar.
        </p>
      )}
      {reached && renewed && (
        <p className={classes.says}>
          Há uma versão nova da Morada.
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            Recarregar
          </Button>
        </p>
      )}
    </div>
  );
}
