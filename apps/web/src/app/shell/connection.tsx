import { Button } from '@mantine/core';
import { useReached } from '#web/lib/api/reach.ts';
import { useRenewed } from '#web/lib/version.ts';
import classes from './connection.module.css';

/**
 * Notice above every page and at the top of a window, where it covers nothing, while the server is unreachable or when a
 * newer version of the app is available.
 */
export function Connection() {
  const reached = useReached();
  const renewed = useRenewed();
  return (
    <div role="status" data-connection={!reached || renewed || undefined}>
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
