import { Button } from '@mantine/core';
import type { Answer } from '@morada/contract/base/endpoint';
import { CLICKSIGN_ADDRESSES, signatureProvider } from '@morada/contract/desk/signature-provider';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { wholeAddress } from '#web/lib/address.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PasswordField, SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './signatures.module.css';

const providerQuery = query(signatureProvider.show, {});

type Typing = {
  /** Whether something is typed that is not saved. */
  onTyping: (typing: boolean) => void;
};

/** The connection to Clicksign: its token, the secret of its notices, and whether it answers. */
export function ClicksignCard({ onTyping }: Typing) {
  const found = useQuery(providerQuery);
  return (
    <section aria-label="Clicksign" className={classes.card}>
      <h3 className={classes.title}>Clicksign</h3>
      <QueryBoundary query={found} what="a ligação com a Clicksign" lines={3}>
        {(link) => <Connection key={link.kept?.base_url} {...link} onTyping={onTyping} />}
      </QueryBoundary>
    </section>
  );
}

type Link = Answer<typeof signatureProvider.show>;

const ENVIRONMENTS = [
  { value: CLICKSIGN_ADDRESSES.PRODUCTION, label: 'Produção' },
  { value: CLICKSIGN_ADDRESSES.SANDBOX, label: 'Teste (sandbox)' },
];

function Connection({ kept, notices, onTyping }: Link & Typing) {
  const { mutateAsync: save } = useMutation(mutation(signatureProvider.save, { awaitRefetch: true }));
  const { mutateAsync: remove } = useMutation(mutation(signatureProvider.remove, { awaitRefetch: true }));
  const { mutateAsync: test, isPending: isTesting } = useMutation(mutation(signatureProvider.test));
  const [told, setTold] = useState<Answer<typeof signatureProvider.test>>();
  const confirm = useConfirm();
  const form = useForm(signatureProvider.save.body, {
    defaultValues: { base_url: kept?.base_url ?? CLICKSIGN_ADDRESSES.PRODUCTION, token: '', secret: '' },
    // An empty secret leaves the one that is stored.
    submit: ({ base_url, token, secret }) =>
      save({ body: { base_url, ...((token || !kept) && { token }), ...((secret || !kept) && { secret }) } }),
    onSaved: () => {
      form.reset({ base_url: form.getValues('base_url'), token: '', secret: '' });
      toast.success('Clicksign ligada');
    },
  });
  const { isDirty } = form.formState;
  useEffect(() => onTyping(isDirty), [onTyping, isDirty]);
  const other = kept && !ENVIRONMENTS.some(({ value }) => value === kept.base_url);
  const stays = kept ? 'Em branco, fica o guardado.' : undefined;
  const askRemove = () =>
    confirm({
      title: 'Desligar a Clicksign',
      body: 'O token e o segredo são apagados, e os próximos documentos são assinados na sala de assinatura.',
      verb: 'Desligar a Clicksign',
      danger: true,
      run: () => remove({}),
    });
  return (
    <Form form={form}>
      <Fields columns={1}>
        {kept && <LinkState kept={kept} />}
        <SelectField
          form={form}
          name="base_url"
          label="Ambiente"
          options={other ? [...ENVIRONMENTS, { value: kept.base_url, label: kept.base_url }] : ENVIRONMENTS}
          required
        />
        <PasswordField form={form} name="token" label="Token da API" help={stays} required={!kept} />
        <PasswordField
          form={form}
          name="secret"
          label="Segredo dos avisos (HMAC SHA256)"
          help={stays}
          required={!kept}
        />
        {notices ? (
          <dl className={classes.link}>
            <CopyLine label="Endereço dos avisos, para cadastrar na Clicksign" value={wholeAddress(notices)} />
          </dl>
        ) : (
          <Callout tone="known">
            Esta instalação não tem endereço público (PUBLIC_URL): sem ele a Clicksign não avisa, e a situação vem por
            consulta.
          </Callout>
        )}
        {told && <Callout tone={told.ok ? 'known' : 'failed'}>{told.told}</Callout>}
        <div className={classes.buttons}>
          <Button variant="default" size="xs" type="submit" loading={form.formState.isSubmitting}>
            {kept ? 'Salvar ligação' : 'Ligar a Clicksign'}
          </Button>
          {kept && (
            <Button
              variant="default"
              size="xs"
              loading={isTesting}
              onClick={() => test({}).then(setTold, toast.failure)}
            >
              Experimentar agora
            </Button>
          )}
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

function LinkState({ kept: { problem, answered_at, waiting, refused } }: { kept: NonNullable<Link['kept']> }) {
  const look = problem
    ? ({ tone: 'red', icon: IconAlertTriangleFilled } as const)
    : answered_at
      ? ({ tone: 'green', icon: IconCircleCheckFilled } as const)
      : ({ tone: 'gray', icon: IconCircleDashed } as const);
  const words = [
    waiting > 0 &&
      (waiting === 1 ? '1 documento espera para ser enviado' : `${waiting} documentos esperam para ser enviados`),
    refused > 0 &&
      (refused === 1 ? '1 documento foi recusado por ela' : `${refused} documentos foram recusados por ela`),
  ].filter(Boolean);
  return (
    <div>
      <Status {...look}>{problem ? 'Não responde' : answered_at ? 'Conectada' : 'Ainda não respondeu'}</Status>
      <p className={classes.note}>
        {problem && `${problem} `}
        {answered_at && (
          <>
            Respondeu em <Moment value={answered_at} />.{' '}
          </>
        )}
        {words.length > 0 && `${words.join('; ')}.`}
      </p>
    </div>
  );
}
