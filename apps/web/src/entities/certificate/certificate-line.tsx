import { Button } from '@mantine/core';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { certificates } from '@morada/contract/fiscal/fiscal-certificates';
import { formatDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { certificateWarning } from '@morada/domain/fiscal/note-certificate';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './certificate-line.module.css';
import { certificateQuery, useCertificate } from './certificate-queries.ts';
import { CertificateWindow } from './certificate-window.tsx';

/** The certificate by which an owner, or the agency, signs notes: until when, and how to keep, replace and remove it. */
export function CertificateLine({ client, absent }: { client: number | null; absent: string }) {
  const query = useQuery({ ...certificateQuery(client), enabled: may(FISCAL_READERS) });
  const [choosing, setChoosing] = useState(false);
  if (!may(FISCAL_READERS)) return null;
  return (
    <QueryBoundary query={query} what="o certificado" lines={1}>
      {({ kept }) => (
        <div className={classes.line}>
          <p className={classes.words}>
            {kept ? `Certificado digital de ${formatDocument(kept.document)}, até ${formatDate(kept.until)}. ` : absent}
            {kept && <Ending until={kept.until} />}
          </p>
          {may(certificates.saveAgency.access) && (
            <>
              {kept && <Removal client={client} />}
              <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
                {kept ? 'Trocar certificado' : 'Guardar certificado'}
              </Button>
            </>
          )}
          {choosing && <CertificateWindow client={client} onClose={() => setChoosing(false)} />}
        </div>
      )}
    </QueryBoundary>
  );
}

function Ending({ until }: { until: Parameters<typeof certificateWarning>[0] }) {
  const warning = certificateWarning(until, today());
  if (!warning) return null;
  return (
    <Status tone={warning.within <= 5 ? 'red' : 'yellow'} icon={IconAlertTriangle}>
      {warning.within === 0 ? 'Vencido' : 'Vence em breve'}
    </Status>
  );
}

function Removal({ client }: { client: number | null }) {
  const confirm = useConfirm();
  const { remove } = useCertificate(client);
  async function ask() {
    const done = await confirm({
      title: 'Remover certificado',
      body: 'Sem ele nenhuma nota é assinada. As notas já emitidas continuam valendo.',
      verb: 'Remover certificado',
      danger: true,
      run: remove,
    });
    if (done) toast.success('Certificado removido');
  }
  return (
    <Button variant="subtle" color="red" size="xs" onClick={ask}>
      Remover
    </Button>
  );
}
