import { Button } from '@mantine/core';
import { collection } from '@morada/contract/collection/collection';
import { stepDaysText } from '@morada/domain/collection/ruler';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { exceptionQuery } from './collection-queries.ts';
import { stepWords } from './collection-words.ts';
import classes from './invoice-collection.module.css';

const ExceptionWindow = lazyWindow(
  () => import('./exception-window.tsx'),
  ({ ExceptionWindow }) => ExceptionWindow,
);

const MODES = {
  RULER: 'Este contrato segue a régua da imobiliária.',
  NONE: 'Este contrato está fora da régua: nada é enviado sozinho.',
  OWN: 'Este contrato tem passos próprios:',
} as const;

/** The ruler of a contract on its page, and the way to change it. */
export function ContractRuler({ contract }: { contract: number }) {
  const query = useQuery(exceptionQuery(contract));
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Régua de cobrança"
      action={
        may(collection.saveException.access) && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Mudar a régua
          </Button>
        )
      }
    >
      <QueryBoundary query={query} what="a régua do contrato" lines={2}>
        {({ mode, reason, steps }) => (
          <>
            <p className={classes.line}>
              {MODES[mode]}
              {reason && <span className={classes.soft}> {reason}</span>}
            </p>
            {mode === 'OWN' && (
              <ul className={classes.list}>
                {steps.map((step) => (
                  <li key={step.id}>
                    {stepDaysText(step.days)}: {stepWords(step)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryBoundary>
      {changing && <ExceptionWindow contract={contract} onClose={() => setChanging(false)} />}
    </Section>
  );
}
