import { Button } from '@mantine/core';
import { whoSaved } from '#web/lib/api/conflicts.ts';
import { Notice } from './notice.tsx';
import classes from './stale-notice.module.css';

type StaleNoticeProps = {
  /** With its article: "esta fatura". */
  what: string;
  /** `saved_by` and `saved_at` of the refusal. */
  extra: Record<string, unknown> | undefined;
  onReload: () => void;
  /** Compares both versions; present when reloading would lose unsaved input. */
  onCompare?: () => void;
  busy?: boolean;
};

/** Conflict notice (412): author and time of the newer version, with a link to load it. */
export function StaleNotice({ what, extra, onReload, onCompare, busy }: StaleNoticeProps) {
  const at = extra?.saved_at;
  const when = typeof at === 'string' ? ` às ${clock.format(new Date(at))}` : '';
  return (
    <Notice
      action={
        <span className={classes.actions}>
          {onCompare && (
            <Button size="xs" variant="default" loading={busy} onClick={onCompare}>
              Comparar
            </Button>
          )}
          <Button size="xs" variant="default" disabled={busy} onClick={onReload}>
            Recarregar
          </Button>
        </span>
      }
    >
      {`${whoSaved(extra)} salvou ${what}${when}.`}
    </Notice>
  );
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
