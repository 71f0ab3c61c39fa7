import { Button } from '@mantine/core';
import type { StatementLink } from '@morada/contract/bank/statement-link';
import { bankName } from '@morada/domain/bank/banks';
import { STATEMENT_BANKS, type StatementBank, statementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { BankSteps } from '../bank-steps.tsx';
import { LinkHead } from '../link-head.tsx';
import { StatementLinkForm } from './statement-link-form.tsx';
import styles from './statement-link-page.module.css';
import { statementLinksQuery, useReadStatement, useRemoveStatementLink } from './statement-link-queries.ts';

const NEW = 'NEW';

/** The accounts whose statements are read from their banks, one at a time. */
export function StatementLinkPage() {
  const links = useQuery(statementLinksQuery);
  const [chosen, choose] = useState<number | typeof NEW>();
  const shown = links.data?.find(({ id }) => id === chosen) ?? (chosen === NEW ? undefined : links.data?.[0]);
  return (
    <>
      <PageHead
        title="Extrato do banco"
        below="A conciliação lê o extrato direto do banco, toda manhã e quando você pede"
        terms={['bankReconciliation']}
        actions={shown && <Actions key={shown.id} link={shown} />}
      />
      <QueryBoundary query={links} what="as contas ligadas" lines={12}>
        {(found) => (
          <>
            {found.length > 0 && (
              <Select
                className={styles.choice}
                label="Conta"
                data={[
                  ...found.map((link) => ({ value: String(link.id), label: accountWords(link) })),
                  { value: NEW, label: 'Conectar outra conta' },
                ]}
                value={shown ? String(shown.id) : NEW}
                allowDeselect={false}
                onChange={(value) => choose(value === NEW ? NEW : Number(value))}
              />
            )}
            {shown ? (
              <>
                <LinkHead
                  link={shown}
                  words={{ unanswered: 'Ainda não lida', linked: 'Conectada' }}
                  waits="A leitura é tentada de novo a cada hora da manhã; até lá, importe o extrato em OFX."
                  readUntil={shown.read_until}
                />
                <StatementLinkForm
                  key={shown.id}
                  link={shown}
                  bank={statementBank(shown.bank)}
                  onSaved={(id) => choose(id)}
                />
              </>
            ) : (
              <NewLink onSaved={(id) => choose(id)} />
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}

const accountWords = ({ bank_name, account }: StatementLink) => `${bank_name}, conta ${account}`;

function NewLink({ onSaved }: { onSaved: (id: number) => void }) {
  const [bank, setBank] = useState<StatementBank['code']>('077');
  return (
    <>
      <Select
        className={styles.choice}
        label="Banco"
        data={STATEMENT_BANKS.map(({ code }) => ({ value: code, label: bankName(code) }))}
        value={bank}
        allowDeselect={false}
        onChange={(code) => setBank(code as StatementBank['code'])}
      />
      <BankSteps bank={bank} name={bankName(bank)} purpose="statements" />
      <StatementLinkForm key={bank} link={null} bank={statementBank(bank)} onSaved={onSaved} />
    </>
  );
}

function Actions({ link }: { link: StatementLink }) {
  const { mutateAsync: read, isPending } = useReadStatement();
  const { mutateAsync: remove } = useRemoveStatementLink();
  const confirm = useConfirm();
  const input = { params: { id: link.id } };

  async function askToRemove() {
    const agreed = await confirm({
      title: 'Desconectar conta',
      body: 'O extrato desta conta não é lido mais. Os movimentos já lidos ficam. Para conectar de novo será preciso informar o acesso e o certificado com a chave dele.',
      verb: 'Desconectar conta',
      danger: true,
      run: () => remove(input),
    });
    if (agreed) toast.success('Conta desconectada');
  }

  const fetch = () =>
    read(input).then(
      ({ added }) =>
        toast.success(
          added === 0
            ? 'Nenhum movimento novo.'
            : `${counted(added, 'movimento novo', 'movimentos novos')} no extrato.`,
        ),
      toast.failure,
    );

  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconPlugConnectedX size={15} />} onClick={askToRemove}>
        Desconectar
      </Button>
      <Button variant="default" leftSection={<IconPlugConnected size={15} />} loading={isPending} onClick={fetch}>
        Ler agora
      </Button>
    </>
  );
}
