import type { LateRow } from '@morada/contract/finance';
import { wholeAddress } from '#web/lib/address.ts';
import { MessageWindow } from '#web/ui/message-window.tsx';

/** Message to a tenant with a late payment. */
export const LateMessageDialog = ({ row: { user, message, url }, onClose }: { row: LateRow; onClose: () => void }) => (
  <MessageWindow
    title="Mensagem de cobrança"
    to={user}
    // A server that was not told its name leaves it to the browser.
    message={{ ...message, text: message.text.replace(url, wholeAddress(url)) }}
    onClose={onClose}
  />
);
