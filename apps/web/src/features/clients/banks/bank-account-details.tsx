import { Button } from '@mantine/core';
import { formatDocument } from '@morada/domain/base/documents';
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { ACCOUNT_TYPES } from '#web/entities/client/client-options.ts';
import { type Account, useRemoveAccount } from '#web/entities/client/client-queries.ts';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { useBankWords } from '#web/ui/input/bank-queries.ts';
import classes from './bank-account-details.module.css';

type BankAccountDetailsProps = {
  clientId: number;
  account: Account;
  readOnly: boolean;
  onBack: () => void;
  onEdit: () => void;
};

/** Everything that a transfer to the account needs, ready to be copied. */
export function BankAccountDetails({ clientId, account, readOnly, onBack, onEdit }: BankAccountDetailsProps) {
  const removeAccount = useRemoveAccount(clientId);
  const bankWords = useBankWords();

  function remove() {
    removeAccount(account.id, `${accountName(account)} deixa de servir para repasses`);
    onBack();
  }

  return (
    <>
      <div className={classes.head}>
        <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
          Contas bancárias
        </Button>
        {!readOnly && (
          <div className={classes.actions}>
            <Button variant="subtle" color="gray" leftSection={<IconPencil size={15} />} onClick={onEdit}>
              Editar
            </Button>
            <Button variant="subtle" color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
              Remover conta
            </Button>
          </div>
        )}
      </div>
      <dl className={classes.lines}>
        <Line label="Banco" value={account.code && bankWords(account.code)} />
        <Line label="Agência" value={account.agency_number} />
        <Line label="Conta" value={account.account_number} />
        <Line label="Tipo de conta" value={account.account_number && ACCOUNT_TYPES[account.account_type]} />
        <Line label="Operação" value={account.operation_number} />
        <Line label="Titular" value={account.holder_name} />
        <Line label="CPF/CNPJ do titular" value={formatDocument(account.document)} />
        <Line label="Chave Pix" value={account.pix_key} />
        <Line label="Observações" value={account.obs} />
      </dl>
    </>
  );
}

const accountName = ({ account_number, pix_key }: Account) =>
  account_number === null ? `A chave Pix ${pix_key}` : `A conta ${account_number}`;

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
