import { Button } from '@mantine/core';
import { IconCloudOff, IconFileOff, IconRefresh } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { isMissing } from '#web/lib/api/failure.ts';
import { messageOf } from '#web/lib/toast.ts';
import classes from './blank.module.css';

type EmptyStateProps = {
  icon: ComponentType<{ size?: number }>;
  /** Title of the missing content. */
  title: string;
  /** Why. */
  below?: ReactNode;
  /** One button: "Limpar filtros", or the one that creates the first. */
  action?: ReactNode;
};

/** In the place of what is not there. */
export function EmptyState({ icon: Icon, title, below, action }: EmptyStateProps) {
  return (
    <div className={classes.blank}>
      <span className={classes.plate}>
        <Icon size={18} />
      </span>
      <p className={classes.title}>{title}</p>
      {below && <p className={classes.below}>{below}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** In the place of what could not be loaded, `what` with its article: "as faturas". */
export function ErrorState({ what, error, onRetry }: { what: string; error: unknown; onRetry?: () => unknown }) {
  if (isMissing(error)) {
    return (
      <div role="alert">
        <EmptyState
          icon={IconFileOff}
          title={`Não encontramos ${what}`}
          below="O endereço pode estar errado, ou o que estava aqui foi deletado."
        />
      </div>
    );
  }
  const retry = onRetry && (
    <Button leftSection={<IconRefresh size={15} />} onClick={() => onRetry()}>
      Tentar de novo
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={`Não foi possível carregar ${what}`}
        below={messageOf(error)}
        action={retry}
      />
    </div>
  );
}
