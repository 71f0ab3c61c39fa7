import { Button } from '@mantine/core';
import { type ContactMessage, contacts } from '@morada/contract/desk/contacts';
import { IconBrandWhatsapp, IconCalendarPlus, IconMail, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { mailLink, whatsAppLink } from '#web/lib/message-links.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { contactGreeting, contactReply, contactSubject } from './contact-message.ts';
import { useReadContact } from './contact-queries.ts';
import classes from './contact-window.module.css';
import { useRemoveMessage } from './use-remove-message.ts';

type ContactWindowProps = {
  id: number;
  /** The row from the list, used as placeholder data. */
  row?: ContactMessage;
  /** Registers the sender as a client; undefined for those who may not. */
  onRegister?: (message: ContactMessage) => void;
  /** Books a visit for the sender; undefined for those who may not. */
  onVisit?: (message: ContactMessage) => void;
  onClose: () => void;
};

/** A message, read by being opened, with what is done about it: a reply, a client, a visit. */
export function ContactWindow({ id, row, onRegister, onVisit, onClose }: ContactWindowProps) {
  const { data, error, mutate: markRead } = useReadContact();
  const remove = useRemoveMessage();
  const message = data?.id === id ? data : row;
  // Opening a message is reading it, also by its address or as the next of the list.
  useEffect(() => markRead({ params: { id } }), [id, markRead]);
  // A message of the list is shown even when marking it as read fails; a notice beside it says so.
  const unmarked = row ? error : null;
  useEffect(() => {
    if (unmarked) toast.failure(unmarked);
  }, [unmarked]);
  const take = async () => {
    if (message && (await remove(message))) onClose();
  };
  return (
    <RecordWindow
      title={message ? `Mensagem de ${message.name}` : 'Mensagem'}
      width={600}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        others: message && [
          onRegister !== undefined && {
            label: 'Cadastrar como cliente',
            icon: IconUserPlus,
            onClick: () => onRegister(message),
          },
          onVisit !== undefined && { label: 'Agendar visita', icon: IconCalendarPlus, onClick: () => onVisit(message) },
        ],
        danger: message !== undefined && may(contacts.remove.access) && { label: 'Remover', onClick: take },
      }}
    >
      <QueryBoundary query={{ data: message, error, refetch: () => markRead({ params: { id } }) }} what="a mensagem">
        {(shown) => <Message {...shown} />}
      </QueryBoundary>
    </RecordWindow>
  );
}

function Message(shown: ContactMessage) {
  const { id, name, email, phone, created_at, message, property, campaign } = shown;
  const keepSent = useKeepSent();
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
          ...(campaign ? [{ label: 'Campanha', value: campaign }] : []),
        ]}
      />
      <p className={classes.words}>{message}</p>
      <div className={classes.answers}>
        <Answer
          href={mailLink(email, { subject: contactSubject(shown), text: contactReply(shown) })}
          icon={IconMail}
          label={`Responder a ${name} por e-mail`}
          onClick={() => keepSent.ofContact(id, { channel: 'MAIL' })}
        >
          Responder
        </Answer>
        {phone && (
          <Answer
            href={whatsAppLink(phone, contactGreeting(shown))}
            icon={IconBrandWhatsapp}
            label={`Responder a ${name} por WhatsApp`}
            onClick={() => keepSent.ofContact(id, { channel: 'WHATSAPP' })}
            away
          >
            WhatsApp
          </Answer>
        )}
      </div>
    </>
  );
}

type AnswerProps = {
  href: string;
  icon: ComponentType<{ size?: number }>;
  label: string;
  away?: boolean;
  onClick: () => void;
  children: string;
};

function Answer({ href, icon: Icon, label, away, onClick, children }: AnswerProps) {
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      leftSection={<Icon size={15} />}
      aria-label={label}
      onClick={onClick}
      {...(away && { target: '_blank', rel: 'noreferrer' })}
    >
      {children}
    </Button>
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
