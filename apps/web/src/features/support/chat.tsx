import type { TicketMessage } from '@morada/contract/desk/support';
import { useEffect, useRef } from 'react';
import { Moment } from '#web/ui/display/figures.tsx';
import classes from './chat.module.css';

/** Messages of a ticket, the agency's on the right. Scrolls to the last one, also when it arrives later. */
export function Chat({ messages }: { messages: TicketMessage[] }) {
  const box = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (last !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div ref={box} role="log" aria-label="Conversa" tabIndex={0} className={classes.log}>
      {messages.length === 0 && <p className={classes.none}>Ainda não há mensagens.</p>}
      {messages.map(({ id, data, author, author_name, created_at }) => (
        <div key={id} className={classes.message} data-ours={author === 'STAFF' || undefined}>
          <p className={classes.who}>
            <b>{author_name}</b> <Moment value={created_at} />
          </p>
          <p className={classes.words}>{data}</p>
        </div>
      ))}
    </div>
  );
}
