import type { MessageRow } from '@morada/contract/collection/messages';
import { CHANNEL_NAMES } from '@morada/domain/messages/kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '#web/lib/count.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Money } from '#web/ui/display/figures.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { MessageFilters } from './message-filters.tsx';
import { type CodeSearch, readSearch, summaryQuery } from './message-queries.ts';
import { MessageTable } from './message-table.tsx';
import classes from './messages.module.css';

const SentMessageWindow = lazyWindow(
  () => import('./sent-message-window.tsx'),
  (window) => window.SentMessageWindow,
);

export type OutboxList = ListPage<MessageRow, CodeSearch>;

/** The outbox: what waits, what was sent and what was not, with the reason. */
export function OutboxPanel({ list }: { list: OutboxList }) {
  const { query } = list.table;
  const summary = useQuery(summaryQuery).data;
  const [open, setOpen] = useState<MessageRow>();
  // The list is read again while the window is open.
  const shown = query.data?.data.find(({ id }) => id === open?.id) ?? open;
  return (
    <>
      <div className={classes.callouts}>
        {summary?.problems.map(({ channel, problem }) => (
          <Callout key={channel} tone="warning">
            <b>{CHANNEL_NAMES[channel]}:</b> {problem}
          </Callout>
        ))}
      </div>
      <Counters
        items={[
          { label: 'Na fila', value: summary && count(summary.queued), below: 'esperam a hora' },
          { label: 'Enviadas no mês', value: summary && count(summary.sent), below: 'por todos os canais' },
          {
            label: 'Não enviadas no mês',
            value: summary && count(summary.failed),
            below: 'com o motivo na lista',
            tone: summary && summary.failed > 0 ? 'red' : undefined,
          },
          { label: 'Custo no mês', value: summary && <Money value={summary.cost} />, below: 'pelos preços informados' },
        ]}
      />
      <MessageFilters search={readSearch(list.filters)} onSearch={list.filter} client={query.data?.data[0]?.client} />
      <MessageTable
        query={query}
        onPage={list.table.onPage}
        onOpen={setOpen}
        onClear={list.isNarrowed ? list.clear : undefined}
      />
      {shown && <SentMessageWindow message={shown} onClose={() => setOpen(undefined)} />}
    </>
  );
}
