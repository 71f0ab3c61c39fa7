import { Button } from '@mantine/core';
import { type AccountRequest, accountRequestTasks } from '@morada/contract/registry/account-request-tasks';
import { accountRequests } from '@morada/contract/registry/account-requests';
import { formatDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { useMutation, useQuery } from '@tanstack/react-query';
import { accountRequestsQuery } from '#web/entities/client/account-requests-query.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import classes from './account-request.module.css';

/** The change of account that the client asked for, above their accounts; nothing while there is none. */
export function AccountRequestOf({ clientId }: { clientId: number }) {
  const query = useQuery({ ...accountRequestsQuery, enabled: may(accountRequestTasks.list.access) });
  const request = query.data?.find(({ client }) => client.id === clientId);
  return request ? <Waiting request={request} /> : null;
}

function Waiting({ request }: { request: AccountRequest }) {
  const { id, client, confirmed_at, present, email_changed_on } = request;
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: apply } = useMutation(mutation(accountRequests.apply, { awaitRefetch: true }));
  const { mutateAsync: refuse } = useMutation(mutation(accountRequests.refuse, { awaitRefetch: true }));

  const askApply = () =>
    confirm({
      title: 'Confirmar a troca de conta',
      body: `Ligue para ${client.name} pelo telefone do cadastro antes de confirmar. Os próximos repasses vão para a conta nova.`,
      verb: 'Confirmar a troca',
      run: async () => {
        await apply({ params: { id } });
        toast.success('Conta trocada.');
      },
    });

  const askRefuse = () =>
    askReason({
      title: 'Recusar a troca de conta',
      body: 'A conta fica como está, e o proprietário lê o motivo na área dele.',
      verb: 'Recusar a troca',
      run: async (reason) => {
        await refuse({ params: { id }, body: { reason } });
        toast.success('Troca recusada.');
      },
    });

  return (
    <section className={classes.request} aria-label="Troca de conta pedida">
      <h3>Troca de conta pedida pelo proprietário</h3>
      {email_changed_on && (
        <Callout tone="warning">
          O e-mail que recebeu o código foi trocado em {formatDate(email_changed_on)}. Confira com a pessoa por
          telefone.
        </Callout>
      )}
      <KeyValue
        items={[
          { label: 'Confirmada por código em', value: <Moment value={confirmed_at} /> },
          { label: 'Conta nova', value: words(request) },
          { label: 'Titular', value: `${request.holder_name}, ${formatDocument(request.document)}` },
          { label: 'No lugar de', value: present ? words(present) : 'nenhuma: é mais uma conta' },
        ]}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={askRefuse}>
          Recusar
        </Button>
        <Button onClick={askApply}>Confirmar a troca</Button>
      </div>
    </section>
  );
}

type Account = NonNullable<AccountRequest['present']>;

const words = ({ bank_name, agency_number, account_number, account_type, pix_key }: Account) =>
  [
    bank_name,
    account_number &&
      `agência ${agency_number}, ${account_type === 'POUPANCA' ? 'poupança' : 'conta'} ${account_number}`,
    pix_key && `Pix ${pix_key}`,
  ]
    .filter(Boolean)
    .join(', ');
