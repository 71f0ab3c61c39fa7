import { lazyWindow } from '#web/ui/base/lazy.tsx';

const ContractAccounts = lazyWindow(
  () => import('#web/features/contracts/record/contract-accounts.tsx'),
  ({ ContractAccounts }) => ContractAccounts,
);

/** A contract's invoices and transfers, over the client in whose record it is listed. */
export const contractAccounts = (id: number, onClose: () => void) => <ContractAccounts id={id} onClose={onClose} />;
