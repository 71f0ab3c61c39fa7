import { Button } from '@mantine/core';
import { support, type Ticket } from '@morada/contract/desk/support';
import { ticketLife } from '@morada/domain/attendance/ticket';
import { IconCircleCheck, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { More } from '#web/ui/base/actions.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { Chat } from './chat.tsx';
import { ReplyForm } from './reply-form.tsx';
import classes from './ticket-page.module.css';
import { Priority, TicketState } from './ticket-status.tsx';
import { useTicketActions } from './use-ticket-actions.ts';

/** A ticket and its conversation; `onGone` once it is deleted. */
export function TicketPage({ ticket, onGone }: { ticket: Ticket; onGone: () => void }) {
  const actions = useTicketActions(ticket);
  const remove = async () => {
    if (await actions.remove()) onGone();
  };
  const open = ticketLife.can(ticket.status, 'close');
  return (
    <div className={classes.page}>
      <PageHead
        title={ticket.title}
        breadcrumbs={[{ label: 'Suporte', to: '/support' }]}
        actions={
          <>
            {may(support.remove.access) && (
              <More actions={[{ label: 'Deletar ticket', icon: IconTrash, danger: true, onClick: remove }]} />
            )}
            {open && may(support.close.access) && (
              <Button variant="default" leftSection={<IconCircleCheck size={15} />} onClick={actions.close}>
                Fechar ticket
              </Button>
            )}
          </>
        }
      />
      <Facts {...ticket} />
      <Chat messages={ticket.messages} />
      {open && may(support.reply.access) && <ReplyForm id={ticket.id} />}
      {!open && <p className={classes.closed}>Este ticket foi fechado e não recebe mais mensagens.</p>}
    </div>
  );
}

function Facts({ id, user, property, level, status, createdAt }: Ticket) {
  return (
    <p className={classes.facts}>
      <TicketState status={status} />
      <Priority level={level} />
      <span>
        Ticket {id}, aberto em <Moment value={createdAt} />
      </span>
      {may('CLIENT_VIEW') ? (
        <Link to="/clients/info/$id" params={{ id: String(user.id) }}>
          {user.name}
        </Link>
      ) : (
        <span>{user.name}</span>
      )}
      {property && <Property {...property} />}
    </p>
  );
}

function Property({ id, label }: { id: number; label: string }) {
  if (!may('PROPERTY_VIEW')) return <span>{label}</span>;
  return (
    <Link to="/properties/info/$id" params={{ id: String(id) }}>
      {label}
    </Link>
  );
}
