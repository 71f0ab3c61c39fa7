import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { remittancesQuery } from '#web/entities/boleto/boleto-queries.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import classes from './remittance-window.module.css';
import { remittanceWords, saveRemittance } from './remittances.ts';

/** The remittances before, each to be had again. */
export function RemittanceHistory() {
  const query = useQuery(remittancesQuery);
  return (
    <section className={classes.part}>
      <h3>Remessas anteriores</h3>
      <QueryBoundary query={query} what="as remessas" lines={3}>
        {(remittances) =>
          remittances.length === 0 ? (
            <p className={classes.aside}>Nenhuma remessa ainda.</p>
          ) : (
            <ul className={classes.history}>
              {remittances.map((remittance) => (
                <li key={remittance.id}>
                  <span className={classes.name}>{remittance.name}</span>
                  <span className={classes.aside}>
                    <Moment value={remittance.created_at} />
                    {remittance.by && `, ${remittance.by}`} · {remittanceWords(remittance)}
                  </span>
                  <ActionIcon
                    size={28}
                    aria-label={`Baixar ${remittance.name}`}
                    onClick={() => saveRemittance(remittance)}
                  >
                    <IconDownload size={15} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
