import { Button } from '@mantine/core';
import type { Answer } from '@morada/contract/base/endpoint';
import { BIGDATACORP_ADDRESS, creditProvider } from '@morada/contract/lease/credit-provider';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Status } from '#web/ui/display/status.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PasswordField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './applications.module.css';

const providerQuery = query(creditProvider.show, {});

/** The provider of credit reports: none, or BigDataCorp with its two tokens. */
export function CreditCard() {
  const found = useQuery(providerQuery);
  return (
    <section aria-label="Consulta de crédito" className={classes.card}>
      <h3 className={classes.title}>Consulta de crédito</h3>
      <QueryBoundary query={found} what="a ligação com a BigDataCorp" lines={3}>
        {({ kept }) => <Connection key={kept?.base_url} kept={kept} />}
      </QueryBoundary>
    </section>
  );
}

function Connection({ kept }: Answer<typeof creditProvider.show>) {
  const { mutateAsync: save } = useMutation(mutation(creditProvider.save, { awaitRefetch: true }));
  const { mutateAsync: remove } = useMutation(mutation(creditProvider.remove, { awaitRefetch: true }));
  const confirm = useConfirm();
  const form = useForm(creditProvider.save.body, {
    defaultValues: { base_url: kept?.base_url ?? BIGDATACORP_ADDRESS, access_token: '', token_id: '' },
    // An empty token leaves the one that is stored.
    submit: ({ base_url, access_token, token_id }) =>
      save({
        body: { base_url, ...((access_token || !kept) && { access_token }), ...((token_id || !kept) && { token_id }) },
      }),
    onSaved: () => {
      form.reset({ base_url: form.getValues('base_url'), access_token: '', token_id: '' });
      toast.success('BigDataCorp ligada');
    },
  });
  const stays = kept ? 'Em branco, fica o guardado.' : undefined;
  const askRemove = () =>
    confirm({
      title: 'Desligar a BigDataCorp',
      body: 'Os tokens são apagados. As consultas já feitas ficam nas fichas, e o PDF do birô continua podendo ser anexado.',
      verb: 'Desligar a BigDataCorp',
      danger: true,
      run: () => remove({}),
    });
  return (
    <Form form={form}>
      <Fields columns={1}>
        <div>
          {kept ? (
            <Status tone="green" icon={IconCircleCheckFilled}>
              BigDataCorp (score Quod)
            </Status>
          ) : (
            <Status tone="gray" icon={IconCircleDashed}>
              Nenhum provedor
            </Status>
          )}
          <p className={classes.note}>
            A BigDataCorp cobra cada consulta, e não oferece um teste sem cobrança: os tokens são conferidos na primeira
            consulta. Eles vencem: gere outros no BDC Center antes disso.
          </p>
        </div>
        <TextField form={form} name="base_url" label="Endereço" required />
        <PasswordField
          form={form}
          name="access_token"
          label="Token de acesso (AccessToken)"
          help={stays}
          required={!kept}
        />
        <PasswordField
          form={form}
          name="token_id"
          label="Identificação do token (TokenId)"
          help={stays}
          required={!kept}
        />
        <div className={classes.buttons}>
          <Button variant="default" size="xs" type="submit" loading={form.formState.isSubmitting}>
            {kept ? 'Salvar ligação' : 'Ligar a BigDataCorp'}
          </Button>
          {kept && (
            <Button variant="subtle" color="red" size="xs" onClick={askRemove}>
              Desligar
            </Button>
          )}
        </div>
      </Fields>
    </Form>
  );
}
