import type { LateRow } from '@morada/contract/money/finance';
import { wholeAddress } from '#web/lib/address.ts';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { MessageWindow } from '#web/ui/overlay/message-window.tsx';

type LateMessageWindowProps = { row: LateRow; onClose: () => void };

/** Message to a tenant with a late payment. */
export function LateMessageWindow({ row: { id, user, message, url }, onClose }: LateMessageWindowProps) {
  const keepSent = useKeepSent();
  return (
    <MessageWindow
      title="Mensagem de cobrança"
      to={user}
      // A server without a configured host sends a relative URL; the browser completes it.
      message={{ ...message, text: message.text.replace(url, wholeAddress(url)) }}
      onSent={(channel) => keepSent.ofInvoice(id, { kind: 'LATE_MESSAGE', channel })}
      onClose={onClose}
    />
  );
}
