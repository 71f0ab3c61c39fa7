import { Button } from '@mantine/core';
import type { SentChannel } from '@morada/domain/trail/sent-message';
import { IconBrandWhatsapp, IconCopy, IconMail } from '@tabler/icons-react';
import { copy } from '#web/lib/clipboard.ts';
import { mailLink, whatsAppLink } from '#web/lib/message-links.ts';
import { Missing } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import classes from './message-window.module.css';
import { RecordWindow } from './windows.tsx';

type MessageWindowProps = {
  title: string;
  to: { name: string; phone: string | null; email: string | null };
  message: { subject: string; text: string };
  /** Called once WhatsApp or mail was opened with the message, or it was copied. */
  onSent?: (channel: SentChannel) => void;
  onClose: () => void;
};

/** A message that is ready, to be read before it goes. Only links: staff send it themselves. */
export function MessageWindow({ title, to: { name, phone, email }, message, onSent, onClose }: MessageWindowProps) {
  return (
    <RecordWindow title={title} width={600} onClose={onClose}>
      <KeyValue
        items={[
          { label: 'Para', value: name },
          { label: 'Telefone', value: phone && <PhoneLink value={phone} /> },
          { label: 'E-mail', value: email || <Missing>E-mail não definido</Missing> },
        ]}
      />
      <section className={classes.message} aria-label="Mensagem">
        <h3>{message.subject}</h3>
        <p>{message.text}</p>
      </section>
      <div className={classes.ways}>
        {phone && (
          <Away
            href={whatsAppLink(phone, message.text)}
            icon={IconBrandWhatsapp}
            filled
            onClick={() => onSent?.('WHATSAPP')}
          >
            Abrir no WhatsApp
          </Away>
        )}
        {email && (
          <Away href={mailLink(email, message)} icon={IconMail} onClick={() => onSent?.('MAIL')}>
            Enviar por e-mail
          </Away>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={15} />}
          onClick={async () => {
            if (await copy(message.text, 'Mensagem copiada.')) onSent?.('COPY');
          }}
        >
          Copiar mensagem
        </Button>
      </div>
    </RecordWindow>
  );
}

type AwayProps = { href: string; icon: typeof IconMail; filled?: boolean; onClick: () => void; children: string };

function Away({ href, icon: Icon, filled, onClick, children }: AwayProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={onClick}
      variant={filled ? 'filled' : 'default'}
      leftSection={<Icon size={15} />}
    >
      {children}
    </Button>
  );
}
