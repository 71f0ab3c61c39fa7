import { Anchor, Button } from '@mantine/core';
import { reconciliation } from '@morada/contract/bank/reconciliation';
import type { StatementFeed } from '@morada/contract/bank/reconciliation-tasks';
import { statementLink } from '@morada/contract/bank/statement-link';
import { formatDate, referenceOf } from '@morada/domain/base/calendar';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import touch from '#web/ui/base/touch.module.css';
import { Moment } from '#web/ui/display/figures.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import classes from './bank-feeds.module.css';
import { feedsQuery, useFetchFeed } from './reconciliation-queries.ts';

type Read = { account: number; month: ReturnType<typeof referenceOf> };

type BankFeedsProps = {
  /** The account that is shown; undefined before the first statement. */
  account: number | undefined;
  onRead: (read: Read) => void;
};

/** Accounts that are read from their bank: the one that is shown, and those that were never read. */
export function BankFeeds({ account, onRead }: BankFeedsProps) {
  const { data: feeds } = useQuery(feedsQuery);
  if (!feeds) return <BankFeedsWaiting />;
  const shown = feeds.filter(({ account_id }) => account_id === account || account_id === null);
  if (shown.length === 0)
    return may(statementLink.list.access) ? (
      <p className={classes.line}>
        <Anchor className={touch.alone} renderRoot={(props) => <Link {...props} to="/settings/statements" />}>
          Ler o extrato direto do banco
        </Anchor>
      </p>
    ) : null;
  return (
    <div className={classes.feeds}>
      {shown.map((feed) => (
        <Feed key={feed.id} feed={feed} onRead={onRead} />
      ))}
    </div>
  );
}

/** Keeps their line. */
export const BankFeedsWaiting = () => <p className={classes.line} />;

function Feed({ feed, onRead }: { feed: StatementFeed; onRead: BankFeedsProps['onRead'] }) {
  const { id, bank_name, account, read_until, failing_since, problem } = feed;
  const { mutateAsync: read, isPending } = useFetchFeed();
  const fetch = () =>
    read({ params: { id } }).then(({ added, explained, unread, account_id, until }) => {
      toast.success(readWords({ added, explained, unread }));
      onRead({ account: account_id, month: referenceOf(until) });
    }, toast.failure);
  return (
    <>
      {failing_since && (
        <Callout tone="failed">
          <b>
            O banco não dá o extrato desde <Moment value={failing_since} />.
          </b>{' '}
          {problem} Até lá, importe o extrato em OFX.
        </Callout>
      )}
      <div className={classes.line}>
        <span>
          {bank_name}, conta {account}:{' '}
          {read_until === null ? 'extrato ainda não lido' : `extrato lido até ${formatDate(read_until)}`}
        </span>
        {may(reconciliation.fetch.access) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} />}
            loading={isPending}
            onClick={fetch}
          >
            Buscar extrato no banco
          </Button>
        )}
      </div>
    </>
  );
}

function readWords({ added, explained, unread }: Record<'added' | 'explained' | 'unread', number>): string {
  const fresh = added === 0 ? 'Nenhum movimento novo' : counted(added, 'movimento novo', 'movimentos novos');
  const matched = explained === 0 ? '' : `; ${counted(explained, 'conciliado', 'conciliados')}`;
  return `${fresh}${matched}.${unread === 0 ? '' : ` ${counted(unread, 'movimento não pôde ser lido', 'movimentos não puderam ser lidos')}.`}`;
}
