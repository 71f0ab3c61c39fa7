import type { LateRow } from '@morada/contract/finance';
import { MessageWindow } from '#web/ui/message-window.tsx';

/** What is sent to a tenant who is late. */
export const LateMessageDialog = ({ row: { user, message }, onClose }: { row: LateRow; onClose: () => void }) => (
  <MessageWindow title="Mensagem de cobrança" to={user} message={message} onClose={onClose} />
);
