import { Button, VisuallyHidden } from '@mantine/core';
import { type ContactMessage, contacts } from '@morada/contract/desk/contacts';
import { IconMailOff } from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Moment, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import classes from './contact-table.module.css';
import { useRemoveMessage } from './use-remove-message.ts';

const columns: Column<ContactMessage>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Nome', kind: 'main', phone: 'main', cell: (message) => <Sender {...message} /> },
  { title: 'E-mail', kind: 'soft', phone: 'below', cell: ({ email }) => email },
  { title: 'Telefone', hideBelow: 1024, phone: 'state', cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'Enviada em', phone: 'side', cell: ({ created_at }) => <Moment value={created_at} /> },
];

function Sender({ name, read_at }: ContactMessage) {
  if (read_at)
    return (
      <span className={classes.read} title={name}>
        {name}
      </span>
    );
  return (
    <span className={classes.unread} title={name}>
      <span className={classes.name}>{name}</span>
      <span className={classes.dot} aria-hidden="true" />
      <VisuallyHidden>não lida</VisuallyHidden>
    </span>
  );
}

type ContactTableProps = {
  list: ListPage<ContactMessage>;
  choice: Pick<RowChoice<ContactMessage>, 'chosen' | 'onChoose'>;
};

/** Messages from the site's visitors, newest first. */
export function ContactTable({ list, choice }: ContactTableProps) {
  const remove = useRemoveMessage();
  // On a phone a tap anywhere in the row opens the message, so the deletion is offered there.
  const phone = usePhone();
  return (
    <DataTable
      what="as mensagens"
      {...list.table}
      columns={columns}
      choice={{ ...choice, name: ({ id, name }) => `mensagem ${id}, de ${name}` }}
      open={{ word: 'Ver mensagem', name: ({ name }) => `de ${name}`, onOpen: ({ id }) => list.show(id) }}
      actions={
        !phone && may(contacts.remove.access)
          ? (message) => (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`Remover mensagem de ${message.name}`}
                onClick={() => remove(message)}
              >
                Remover
              </Button>
            )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconMailOff}
          title="Nenhuma mensagem"
          below="O que visitantes escreverem no site aparece aqui."
        />
      }
    />
  );
}
