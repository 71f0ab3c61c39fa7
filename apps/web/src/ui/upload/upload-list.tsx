import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { Progress } from '#web/ui/feedback/progress.tsx';
import classes from './upload-list.module.css';
import type { Batch, Upload } from './upload-queue.ts';

type UploadListProps = {
  batch: Batch;
  onCancel: (key: number) => void;
  onRetry: (key: number) => void;
};

/** Uploads in progress, each with its own bar; finished ones are removed. */
export function UploadList({ batch: { uploads, sent }, onCancel, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null;
  const total = sent + uploads.length;
  return (
    <>
      {total > 1 && (
        <div className={classes.all}>
          <Progress label="Arquivos enviados" part={sent / total}>{`${sent} de ${total} enviados`}</Progress>
        </div>
      )}
      <ul className={classes.list} aria-label="Arquivos em envio">
        {uploads.map((upload) => (
          <li key={upload.key} className={classes.upload}>
            <span className={classes.which}>
              <span className={classes.name} title={upload.name}>
                {upload.name}
              </span>
              {upload.state === 'failed' && <span className={classes.failed}>Não enviada</span>}
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
              <ActionIcon
                size={28}
                aria-label={`Cancelar envio de ${upload.name}`}
                onClick={() => onCancel(upload.key)}
              >
                <IconX size={17} />
              </ActionIcon>
            </span>
            {upload.state === 'failed' ? (
              <span className={classes.message}>{upload.message}</span>
            ) : (
              <div className={classes.one}>
                <Progress label={`Envio de ${upload.name}`} part={upload.part}>
                  {inWords(upload)}
                </Progress>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function inWords({ state, part }: Upload): string {
  if (state === 'waiting') return 'Na fila';
  if (state === 'preparing') return 'Preparando';
  return part < 1 ? `${Math.round(part * 100)}%` : 'Gravando';
}
