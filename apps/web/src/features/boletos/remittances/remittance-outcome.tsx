import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Status } from '#web/ui/display/status.tsx';
import classes from './remittance-window.module.css';
import { type Remitted, remittanceWords, saveRemittance } from './remittances.ts';

/** Contents of a remittance, the next step, and the boletos it leaves out. */
export function RemittanceOutcome({ outcome: { remittance, left } }: { outcome: Remitted }) {
  return (
    <>
      {remittance && (
        <section className={classes.part} role="status">
          <Status tone="green" icon={IconCircleCheckFilled} note={remittanceWords(remittance)}>
            {remittance.name}
          </Status>
          <ol className={classes.steps}>
            <li>Entre no site do {remittance.bank} com o acesso da imobiliária.</li>
            <li>Em cobrança, escolha o envio de remessa (transmissão de arquivos) e envie este arquivo como está.</li>
            <li>No dia seguinte baixe o arquivo de retorno e use “Efetuar baixa”: ele diz o que foi registrado.</li>
          </ol>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => saveRemittance(remittance)}
          >
            Baixar de novo
          </Button>
        </section>
      )}
      {left.length > 0 && (
        <section className={classes.part}>
          <h3>{left.length === 1 ? '1 boleto ficou de fora' : `${left.length} boletos ficaram de fora`}</h3>
          <ul className={classes.left}>
            {left.map(({ boleto_id, reason }) => (
              <li key={boleto_id}>
                <Link to="/financial/boletos" search={{ open: boleto_id }}>
                  Boleto {boleto_id}
                </Link>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
