import { Button } from '@mantine/core';
import { type ChannelState, messages } from '@morada/contract/collection/messages';
import { CHANNEL_NAMES, type Channel } from '@morada/domain/messages/kinds';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { Fold } from '#web/ui/display/fold.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { useRemoveChannel, useTestChannel } from './message-queries.ts';
import classes from './messages.module.css';

const TestWindow = lazyWindow(
  () => import('./test-window.tsx'),
  (window) => window.TestWindow,
);

const NAMES: Readonly<Record<Channel, 'whatsapp' | 'email' | 'sms'>> = {
  WHATSAPP: 'whatsapp',
  EMAIL: 'email',
  SMS: 'sms',
};

/** One channel: whether it works, what hinders it, and its form. */
export function ChannelSection({ state, children }: { state: ChannelState; children: ReactNode }) {
  const { channel, connected, problem, failing_since, answered_at, notices, verify_token, wait_until } = state;
  return (
    <Section
      title={CHANNEL_NAMES[channel]}
      action={connected && may(messages.test.access) && <Actions state={state} />}
    >
      <div className={classes.callouts}>
        {problem && (
          <Callout tone="warning">
            {failing_since && (
              <b>
                Desde <Moment value={failing_since} />:{' '}
              </b>
            )}
            {problem}{' '}
            {wait_until && (
              <>
                Volta a enviar depois de <Moment value={wait_until} />.
              </>
            )}
          </Callout>
        )}
        {channel === 'EMAIL' && !connected && (
          <Callout tone="known">
            O e-mail da imobiliária ainda não foi ligado. Quem cuida do servidor o liga com o endereço e a senha da
            conta de e-mail. No Gmail, a senha comum não serve: na Conta do Google, em Segurança, ative a verificação em
            duas etapas, crie uma senha de app e entregue as 16 letras dela.
            <Fold label="Para quem cuida do servidor">
              Preencha SMTP_URL, MAIL_FROM e PUBLIC_URL nas variáveis do serviço e reinicie-o. No Gmail o servidor é
              smtp.gmail.com, porta 587 (STARTTLS) ou 465 (TLS), e o usuário é o endereço inteiro.
            </Fold>
          </Callout>
        )}
      </div>
      <KeyValue
        items={[
          { label: 'Situação', value: <ChannelStatus state={state} /> },
          { label: 'Última resposta', value: answered_at && <Moment value={answered_at} /> },
          ...(notices
            ? [{ label: 'Endereço dos avisos', value: <Copied label="o endereço dos avisos" value={notices} /> }]
            : []),
          ...(verify_token
            ? [{ label: 'Token de verificação', value: <Copied label="o token de verificação" value={verify_token} /> }]
            : []),
        ]}
      />
      {children}
    </Section>
  );
}

const Copied = ({ label, value }: { label: string; value: string }) => (
  <>
    <span className={classes.why}>{value.length > 40 ? `${value.slice(0, 40)}…` : value}</span>{' '}
    <CopyIcon label={label} value={value} />
  </>
);

function ChannelStatus({ state: { connected, problem } }: { state: ChannelState }) {
  if (!connected)
    return (
      <Status tone="gray" icon={IconCircleMinus}>
        Desligado
      </Status>
    );
  return problem ? (
    <Status tone="red" icon={IconAlertTriangleFilled}>
      Com problema
    </Status>
  ) : (
    <Status tone="green" icon={IconCircleCheckFilled}>
      Ligado
    </Status>
  );
}

function Actions({ state: { channel } }: { state: ChannelState }) {
  const test = useTestChannel();
  const remove = useRemoveChannel();
  const confirm = useConfirm();
  const [asking, setAsking] = useState(false);
  const params = { channel: NAMES[channel] };

  async function askToRemove() {
    const removed = await confirm({
      title: `Desconectar o ${CHANNEL_NAMES[channel]}`,
      body: 'O token é apagado, e o que está na fila segue pelos outros canais. Para ligar de novo será preciso informar o token.',
      verb: 'Desconectar',
      danger: true,
      run: () => remove.mutateAsync({ params }),
    });
    if (removed) toast.success('Canal desconectado');
  }

  const check = () =>
    test.mutateAsync({ params, body: { to: null } }).then(({ ok, told }) => {
      if (ok) toast.success(told);
    }, toast.failure);

  return (
    <>
      {channel !== 'EMAIL' && (
        <Button variant="subtle" color="red" leftSection={<IconPlugConnectedX size={15} />} onClick={askToRemove}>
          Desconectar
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} />}
        loading={test.isPending}
        aria-label={`Testar agora o ${CHANNEL_NAMES[channel]}`}
        onClick={channel === 'WHATSAPP' ? check : () => setAsking(true)}
      >
        Testar agora
      </Button>
      {asking && <TestWindow channel={params.channel} onClose={() => setAsking(false)} />}
    </>
  );
}
