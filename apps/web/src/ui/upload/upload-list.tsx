import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './upload-list.module.css';
import type { Upload } from './upload-queue.ts';

type UploadListProps = {
  uploads: readonly Upload[];
  onCancel: (key: number) => void;
  onRetry: (key: number) => void;
};

/** What is on its way, each with how far it has come; what is up is no longer here. */
export function UploadList({ uploads, onCancel, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Arquivos em envio">
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.upload}>
          <span className={classes.name} title={upload.name}>
            {upload.name}
            <span className={upload.state === 'failed' ? classes.failed : classes.state}>{inWords(upload)}</span>
          </span>
          <span className={classes.actions}>
            {upload.state === 'failed' && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                aria-label={`Tentar de novo: ${upload.name}`}
                onClick={() => onRetry(upload.key)}
              >
                Tentar de novo
              </Button>
            )}
            <ActionIcon size={28} aria-label={`Cancelar envio de ${upload.name}`} onClick={() => onCancel(upload.key)}>
              <IconX size={17} />
            </ActionIcon>
          </span>
          {upload.state === 'failed' ? (
            <span className={classes.message}>{upload.message}</span>
          ) : (
            <Progress upload={upload} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Progress({ upload: { name, part } }: { upload: Upload }) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={`Envio de ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
    >
      <div className={classes.part} style={{ '--part': part } as CSSProperties} />
    </div>
  );
}

function inWords({ state, part }: Upload): string {
  if (state === 'waiting') return 'Na fila';
  if (state === 'preparing') return 'Preparando';
  if (state === 'failed') return 'Não enviada';
  return part < 1 ? `${Math.round(part * 100)}%` : 'Gravando';
}
