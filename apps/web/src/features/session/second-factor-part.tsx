import { Button } from '@mantine/core';
import { secondFactor } from '@morada/contract/access/second-factor';
import { IconCircleOff, IconShieldCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { AccountPart } from './account-part.tsx';
import { FactorSteps } from './factor-steps.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor-part.module.css';
import { secondFactorQuery } from './session-queries.ts';

const LOW = 3;

/** How the own second factor stands, and the ways to switch it on, renew it and switch it off. */
export function SecondFactorPart() {
  const query = useQuery(secondFactorQuery);
  const { mutateAsync: renewCodes } = useMutation(mutation(secondFactor.renewCodes));
  const { mutateAsync: disable } = useMutation(mutation(secondFactor.switchOff));
  const confirm = useConfirm();
  const [setting, setSetting] = useState(false);
  const [codes, setCodes] = useState<string[]>();

  async function renew() {
    await confirm({
      title: 'Gerar novos códigos',
      body: 'Os códigos de recuperação de antes deixam de valer.',
      verb: 'Gerar novos códigos',
      run: async () => setCodes((await renewCodes({})).recovery_codes),
    });
  }

  async function switchOff() {
    const off = await confirm({
      title: 'Desativar a verificação',
      body: 'Para entrar, bastará a senha. Os códigos de recuperação deixam de valer.',
      verb: 'Desativar',
      danger: true,
      run: () => disable({}),
    });
    if (off) toast.success('Verificação em duas etapas desativada');
  }

  function close() {
    setSetting(false);
    setCodes(undefined);
  }

  return (
    <AccountPart
      title="Verificação em duas etapas"
      below="Ao entrar, além da senha, um código que só o seu celular mostra."
    >
      <QueryBoundary query={query} what="a verificação em duas etapas" lines={3}>
        {({ on, since, recovery_codes_left: left, required }) => (
          <>
            {on ? (
              <Status
                tone="green"
                icon={IconShieldCheckFilled}
                note={
                  <>
                    desde <Moment value={since} dayOnly />
                  </>
                }
              >
                Ativada
              </Status>
            ) : (
              <Status tone="gray" icon={IconCircleOff}>
                Desativada
              </Status>
            )}
            {on && (
              <p className={classes.left} data-low={left < LOW || undefined}>
                {left === 0 && 'Não resta código de recuperação: gere novos.'}
                {left === 1 && 'Resta 1 código de recuperação.'}
                {left > 1 && `Restam ${left} códigos de recuperação.`}
              </p>
            )}
            {required && <p className={classes.left}>A imobiliária exige a verificação de todos.</p>}
            <div className={classes.actions}>
              {on ? (
                <>
                  <Button variant="default" onClick={renew}>
                    Gerar novos códigos
                  </Button>
                  <Button variant="default" onClick={() => setSetting(true)}>
                    Trocar de celular
                  </Button>
                  {!required && (
                    <Button variant="subtle" color="red" onClick={switchOff}>
                      Desativar
                    </Button>
                  )}
                </>
              ) : (
                <Button onClick={() => setSetting(true)}>Ativar</Button>
              )}
            </div>
          </>
        )}
      </QueryBoundary>
      {(setting || codes) && (
        <RecordWindow
          title={codes ? 'Códigos de recuperação' : 'Verificação em duas etapas'}
          width={520}
          onClose={close}
        >
          <div className={classes.window}>
            {codes ? <RecoveryCodes codes={codes} onDone={close} /> : <FactorSteps onDone={close} />}
          </div>
        </RecordWindow>
      )}
    </AccountPart>
  );
}
