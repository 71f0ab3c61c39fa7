import { lazyWindow } from '#web/ui/lazy-window.tsx';

const ProposalAccounts = lazyWindow(() =>
  import('#web/features/proposals/proposal-accounts.tsx').then(({ ProposalAccounts }) => ProposalAccounts),
);

/** A contract's invoices and transfers, over the client in whose record it is listed. */
export const contractAccounts = (id: number, onClose: () => void) => <ProposalAccounts id={id} onClose={onClose} />;
