import { Button } from '@mantine/core';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { intermediary } from '@morada/contract/fiscal/fiscal-intermediary';
import { intermediaryEnvironment } from '@morada/domain/nfse/city-note';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './intermediary-line.module.css';
import { intermediaryQuery, useRemoveIntermediary } from './intermediary-queries.ts';
import { IntermediaryWindow } from './intermediary-window.tsx';

/** How the notes of the agency's fees are issued: in the national system, or by the city through Focus NFe. */
export function IntermediaryLine() {
  const query = useQuery({ ...intermediaryQuery, enabled: may(FISCAL_READERS) });
  const [choosing, setChoosing] = useState(false);
  if (!may(FISCAL_READERS)) return null;
  return (
    <QueryBoundary query={query} what="como as notas são emitidas" lines={1}>
      {({ kept }) => (
        <div className={classes.line}>
          <p className={classes.words}>
            <strong>Como as notas são emitidas.</strong>{' '}
            {kept
              ? `As das taxas, pela prefeitura, com o Focus NFe${intermediaryEnvironment(kept.base_url) === 'RESTRICTED' ? ', em homologação: não valem' : ''}. As de locação, pelo sistema nacional.`
              : 'Pelo sistema nacional. Se a sua cidade não emite nele, as das taxas podem sair pela prefeitura, com o Focus NFe.'}
          </p>
          {may(intermediary.save.access) && (
            <>
              {kept && <Removal />}
              <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
                {kept ? 'Mudar o Focus NFe' : 'Usar o Focus NFe'}
              </Button>
            </>
          )}
          {choosing && <IntermediaryWindow kept={kept} onClose={() => setChoosing(false)} />}
        </div>
      )}
    </QueryBoundary>
  );
}

function Removal() {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useRemoveIntermediary();
  async function ask() {
    const done = await confirm({
      title: 'Voltar ao sistema nacional',
      body: 'O token é apagado. As notas já emitidas continuam valendo, mas só voltam a ser canceladas daqui se o Focus NFe for ligado de novo.',
      verb: 'Voltar ao sistema nacional',
      danger: true,
      run: () => remove({}),
    });
    if (done) toast.success('As notas saem pelo sistema nacional');
  }
  return (
    <Button variant="subtle" color="red" size="xs" onClick={ask}>
      Voltar ao sistema nacional
    </Button>
  );
}
