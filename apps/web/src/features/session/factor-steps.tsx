import { Button } from '@mantine/core';
import { FactorCode, secondFactor } from '@morada/contract/access/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutation } from '#web/lib/api/mutation.ts';
import { query as read } from '#web/lib/api/query.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';
import classes from './factor-steps.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrCode = lazyPart(
  () => import('#web/ui/display/qr-code.tsx'),
  ({ default: QrCode }) => QrCode,
);

/** A secret of its own each time it is opened, kept nowhere in the browser once it is closed. */
const begun = {
  ...read(secondFactor.begin, {}),
  meta: { subjects: [] }, // Confirming it must not begin another.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnReconnect: false,
};

/** From nothing to a second factor: the secret to the telephone, a code that proves it, the recovery codes. */
export function FactorSteps({ onDone }: { onDone: () => void }) {
  const query = useQuery(begun);
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <QueryBoundary query={query} what="o segredo">
      {({ secret, uri }) => <Secret secret={secret} uri={uri} onConfirmed={setCodes} />}
    </QueryBoundary>
  );
}

type SecretProps = { secret: string; uri: string; onConfirmed: (codes: string[]) => void };

function Secret({ secret, uri, onConfirmed }: SecretProps) {
  const confirm = useMutation(mutation(secondFactor.confirm));
  const form = useForm(FactorCode, {
    defaultValues: { code: '' },
    submit: (body) => confirm.mutateAsync({ body }),
    onSaved: ({ recovery_codes }) => onConfirmed(recovery_codes),
    asks: true,
  });
  return (
    <Form form={form}>
      <ol className={classes.steps}>
        <li>
          <p>
            No celular, abra um aplicativo de autenticação (Google Authenticator, Microsoft Authenticator, 1Password ou
            outro) e leia este código.
          </p>
          <div className={classes.secret}>
            <div className={classes.code}>
              <QrCode text={uri} label="QR Code para o aplicativo de autenticação" />
            </div>
            <div className={classes.typed}>
              <span className={classes.label}>Sem câmera, digite a chave</span>
              <span className={classes.key}>
                <code>{secret.match(/.{4}/g)?.join(' ')}</code>
                <CopyIcon label="a chave" value={secret} />
              </span>
            </div>
          </div>
        </li>
        <li>
          <p>Digite os 6 números que o aplicativo mostra.</p>
          <Fields columns={1}>
            <TextField
              form={form}
              name="code"
              label="Código do aplicativo"
              autoComplete="one-time-code"
              maxLength={10}
            />
            <Button type="submit" loading={form.formState.isSubmitting}>
              Confirmar código
            </Button>
          </Fields>
        </li>
      </ol>
    </Form>
  );
}
