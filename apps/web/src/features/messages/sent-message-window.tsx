import { Button } from '@mantine/core';
import { type MessageRow, messages } from '@morada/contract/collection/messages';
import { CHANNEL_NAMES, kindLabel } from '@morada/domain/messages/kinds';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useCopy } from '#web/ui/display/copy-icon.tsx';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { useCancelMessage, useNoteCopy } from './message-queries.ts';
import { MessageStatus } from './message-status.tsx';
import { Why } from './message-table.tsx';
import classes from './messages.module.css';

/** One message: its text, what became of it, and what can be done. */
export function SentMessageWindow({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const cancel = useCancelMessage();
  const copy = useNoteCopy();
  const confirm = useConfirm();
  const edits = may(messages.cancel.access);

  async function askToCancel() {
    const canceled = await confirm({
      title: 'Cancelar a mensagem',
      body: `A mensagem a ${message.client} não é enviada.`,
      verb: 'Cancelar a mensagem',
      danger: true,
      run: () => cancel.mutateAsync({ params: { id: message.id } }),
    });
    if (!canceled) return;
    toast.success('Mensagem cancelada');
    onClose();
  }

  const { client_id: client } = message;
  const { copied, onClick } = useCopy(message.text, () => {
    if (edits) copy.mutateAsync({ params: { id: message.id } }).catch(toast.failure);
  });
  return (
    <RecordWindow
      title={kindLabel(message.kind)}
      status={<MessageStatus message={message} />}
      width={560}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        danger: edits && message.state === 'QUEUED' && { label: 'Cancelar a mensagem', onClick: askToCancel },
      }}
    >
      <Why message={message} />
      <KeyValue
        items={[
          { label: message.client_id === null ? 'Para, visitante sem cadastro' : 'Para', value: message.client },
          { label: 'Canal', value: message.channel && CHANNEL_NAMES[message.channel] },
          { label: 'Endereço ou número', value: message.recipient },
          { label: 'Criada', value: <Moment value={message.created_at} /> },
          { label: 'Prevista para', value: <Moment value={message.send_at} /> },
          { label: 'Enviada', value: message.sent_at && <Moment value={message.sent_at} /> },
          { label: 'Entregue', value: message.delivered_at && <Moment value={message.delivered_at} /> },
          { label: 'Lida', value: message.read_at && <Moment value={message.read_at} /> },
          { label: 'Custo', value: message.cost === null ? null : <Money value={message.cost} /> },
        ]}
      />
      <h3 className={classes.subject}>{message.subject}</h3>
      <p className={classes.text}>{message.text}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          onClick={onClick}
        >
          {copied ? 'Copiado' : 'Copiar o texto'}
        </Button>
        {message.copied_at && (
          <span className={classes.why}>
            Copiado por {message.copied_by}, <Moment value={message.copied_at} />. Copiar não conta como enviar.
          </span>
        )}
        {client !== null && (
          <Button
            variant="subtle"
            renderRoot={(props) => <Link to="/settings/messages" search={{ client }} {...props} />}
            onClick={onClose}
          >
            Todas desta pessoa
          </Button>
        )}
      </div>
    </RecordWindow>
  );
}
