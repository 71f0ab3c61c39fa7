import { type ContactMessage, contacts } from '@morada/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/figures.tsx';
import { KeyValue } from '#web/ui/key-value.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import classes from './contact-dialog.module.css';
import { contactQuery } from './contact-queries.ts';
import { useRemoveMessage } from './use-remove-message.ts';

/** A message, read by being opened. `row` is what the list knows of it already. */
export function ContactDialog({ id, row, onClose }: { id: number; row?: ContactMessage; onClose: () => void }) {
  const query = useQuery(contactQuery(id));
  const remove = useRemoveMessage();
  const message = query.data ?? row;
  // What is seen all the same is not marked: that is said beside it.
  const unmarked = row ? query.error : null;
  useEffect(() => {
    if (unmarked) toast.failure(unmarked);
  }, [unmarked]);
  const take = async () => {
    if (message && (await remove(message))) onClose();
  };
  return (
    <RecordModal
      title={message ? `Mensagem de ${message.name}` : 'Mensagem'}
      width={600}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        danger: message !== undefined && may(contacts.remove.access) && { label: 'Remover', onClick: take },
      }}
    >
      <Loaded query={{ ...query, data: message }} what="a mensagem">
        {(shown) => <Message {...shown} />}
      </Loaded>
    </RecordModal>
  );
}

function Message({ email, phone, created_at, message, property }: ContactMessage) {
  return (
    <>
      <KeyValue
        items={[
          {
            label: 'E-mail',
            value: (
              <a className={classes.email} href={`mailto:${email}`}>
                {email}
              </a>
            ),
          },
          {
            label: 'Telefone',
            value: phone && <PhoneLink value={phone} />,
          },
          { label: 'Enviada em', value: <Moment value={created_at} /> },
          { label: 'Imóvel', value: property && <About {...property} /> },
        ]}
      />
      <p className={classes.words}>{message}</p>
    </>
  );
}

function About({ id, label }: { id: number; label: string }) {
  if (!may('PROPERTY_VIEW')) return label;
  return (
    <Link to="/properties/info/$id" params={{ id: String(id) }}>
      {label}
    </Link>
  );
}
