import type { MessageRow } from '@morada/contract/collection/messages';
import { CHANNEL_NAMES, kindLabel } from '@morada/domain/messages/kinds';
import { type MessageReason, reasonText } from '@morada/domain/messages/reasons';
import { IconMessageCircle } from '@tabler/icons-react';
import { Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import { MessageStatus } from './message-status.tsx';
import classes from './messages.module.css';

const WHO: Column<MessageRow> = { title: 'Para', kind: 'main', phone: 'main', cell: ({ client }) => client };

const what = (phone: 'main' | 'below'): Column<MessageRow> => ({
  title: 'Mensagem',
  phone,
  cell: (message) => (
    <>
      {kindLabel(message.kind)}
      <Why message={message} />
    </>
  ),
});

const COLUMNS: Column<MessageRow>[] = [
  {
    title: 'Canal',
    hideBelow: 1024,
    cell: ({ channel }) => (channel ? CHANNEL_NAMES[channel] : <Missing />),
  },
  { title: 'Quando', kind: 'soft', phone: 'side', cell: (message) => <Moment value={momentOf(message)} /> },
  {
    title: 'Custo',
    kind: 'number',
    hideBelow: 1024,
    cell: ({ cost }) => (cost === null ? <Missing /> : <Money value={cost} />),
  },
  { title: 'Situação', phone: 'state', cell: (message) => <MessageStatus message={message} /> },
];

const OF_ALL = [WHO, what('below'), ...COLUMNS];
const OF_CLIENT = [what('main'), ...COLUMNS];

/** When it was sent or ended, else when it is due. */
const momentOf = ({ sent_at, closed_at, send_at }: MessageRow) => sent_at ?? closed_at ?? send_at;

/** Why a message was not sent, or waits. */
export function Why({ message: { reason, problem } }: { message: Pick<MessageRow, 'reason' | 'problem'> }) {
  const words = reason ? `${reasonText(reason as MessageReason)} ${problem ?? ''}` : problem;
  return words ? <div className={classes.why}>{words}</div> : null;
}

type MessageTableProps = {
  query: Loadable<RowPage<MessageRow> | MessageRow[]>;
  onPage?: (page: number) => void;
  onOpen: (message: MessageRow) => unknown;
  /** All are of one person. */
  ofClient?: boolean;
  /** Present where filters hide messages: takes them off. */
  onClear?: (() => void) | undefined;
};

/** Messages to clients, the latest first. */
export function MessageTable({ query, onPage, onOpen, ofClient, onClear }: MessageTableProps) {
  return (
    <DataTable
      what="as mensagens"
      query={query}
      columns={ofClient ? OF_CLIENT : OF_ALL}
      onPage={onPage}
      open={{ name: ({ client, kind }) => `mensagem a ${client}: ${kindLabel(kind)}`, onOpen }}
      empty={
        onClear ? (
          <NoneFound
            title="Nenhuma mensagem com estes filtros"
            below="Os filtros olham a situação, o canal, o assunto e a pessoa."
            onClear={onClear}
          />
        ) : (
          <NoneYet />
        )
      }
    />
  );
}

const NoneYet = () => (
  <EmptyState
    icon={IconMessageCircle}
    title="Nenhuma mensagem"
    below="Aparecem aqui os avisos e as cobranças enviados aos clientes, os que esperam a hora e os que não saíram, com o motivo."
  />
);
