import { Button } from '@mantine/core';
import { Notice } from './windows.tsx';

/** Somebody else saved first (412): who, when, and the way to their version. `what` as in "esta fatura". */
export function StaleNotice({
  what,
  extra,
  onReload,
}: {
  what: string;
  /** `saved_by` and `saved_at` of the refusal. */
  extra: Record<string, unknown> | undefined;
  onReload: () => void;
}) {
  const { saved_by: by, saved_at: at } = extra ?? {};
  const who = typeof by === 'string' ? by : 'Outra pessoa';
  const when = typeof at === 'string' ? ` às ${clock.format(new Date(at))}` : '';
  return (
    <Notice
      action={
        <Button size="xs" variant="default" onClick={onReload}>
          Recarregar
        </Button>
      }
    >
      {`${who} salvou ${what}${when}.`}
    </Notice>
  );
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
