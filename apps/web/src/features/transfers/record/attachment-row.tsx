import { ActionIcon, Button } from '@mantine/core';
import type { TransferDetail } from '@morada/contract/money/transfers';
import { IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react';
import { openFile } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { FileSize, Moment } from '#web/ui/display/figures.tsx';
import classes from './attachments.module.css';

type AttachmentRowProps = { file: TransferDetail['files'][number]; onRemove?: () => void };

/** A file of a transfer: seen in another tab, and taken away. */
export function AttachmentRow({ file: { name, url, bytes, media_type, created_at }, onRemove }: AttachmentRowProps) {
  const Icon = media_type === 'application/pdf' ? IconFileTypePdf : IconPhoto;
  return (
    <li className={classes.file}>
      <Icon size={20} aria-hidden="true" />
      <span className={classes.name}>
        <b title={name}>{name}</b>
        <span>
          <FileSize bytes={bytes} />, <Moment value={created_at} />
        </span>
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={`Abrir ${name}, em outra aba`}
        onClick={() => openFile(url).catch(toast.failure)}
      >
        Abrir
      </Button>
      {onRemove && (
        <ActionIcon size={28} variant="default" aria-label={`Deletar ${name}`} title="Deletar" onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </li>
  );
}
