import { Button } from '@mantine/core';
import { formatDocument } from '@morada/domain/documents';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { CopyIcon } from '#web/ui/copy-icon.tsx';
import { useBankWords } from '#web/ui/form/bank-queries.ts';
import classes from './bank-account-details.module.css';
import { type Account, useBankAccounts } from './client-queries.ts';
import { ACCOUNT_TYPES } from './options.ts';

type BankAccountDetailsProps = { clientId: number; account: Account; readOnly: boolean; onBack: () => void };

/** Everything that a transfer to the account needs, ready to be copied. */
export function BankAccountDetails({ clientId, account, readOnly, onBack }: BankAccountDetailsProps) {
  const accounts = useBankAccounts(clientId);
  const bank = useBankWords()(account.code);

  function remove() {
    accounts.remove(account.id, `A conta ${account.account_number} deixa de servir para repasses`);
    onBack();
  }

  return (
    <>
      <div className={classes.head}>
        <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
          Contas bancárias
        </Button>
        {!readOnly && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
            Remover conta
          </Button>
        )}
      </div>
      <dl className={classes.lines}>
        <Line label="Banco" value={bank} />
        <Line label="Agência" value={account.agency_number} />
        <Line label="Conta" value={account.account_number} />
        <Line label="Tipo de conta" value={ACCOUNT_TYPES[account.account_type]} />
        <Line label="Operação" value={account.operation_number} />
        <Line label="Titular" value={account.holder_name} />
        <Line label="CPF/CNPJ do titular" value={formatDocument(account.document)} />
        <Line label="Chave Pix" value={account.pix_key} />
        <Line label="Observações" value={account.obs} />
      </dl>
    </>
  );
}

function Line({ label, value }: { label: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd>
        <CopyIcon label={label} value={value} />
      </dd>
    </div>
  );
}
