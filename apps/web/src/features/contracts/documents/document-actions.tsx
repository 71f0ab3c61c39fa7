import { ActionIcon, Button } from '@mantine/core';
import { files } from '@morada/contract/registry/files';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { download, openFile } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { type Document, isPicture, savedName } from './document-words.ts';

const DocumentPreview = lazyWindow(
  () => import('./document-preview.tsx'),
  (window) => window.default,
);

type DocumentActionsProps = { document: Document; onRemove?: () => void };

/** A picture is looked at here, a PDF in another tab; both can be saved. */
export function DocumentActions({ document, onRemove }: DocumentActionsProps) {
  const [shown, setShown] = useState(false);
  const { id, name, type, url } = document;
  const which = `${CONTRACT_DOCUMENTS[type]}, ${name}`;
  return (
    <>
      {isPicture(document) ? (
        <Button
          size="xs"
          variant="default"
          aria-label={`Ver ${which}`}
          aria-haspopup="dialog"
          onClick={() => setShown(true)}
        >
          Ver
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={`Abrir ${which}, em outra aba`}
          onClick={() => openFile(url).catch(toast.failure)}
        >
          Abrir
        </Button>
      )}
      <ActionIcon
        size={28}
        variant="default"
        aria-label={`Baixar ${which}`}
        title="Baixar"
        onClick={() => download(files.show, { params: { id } }, { as: savedName(document) }).catch(toast.failure)}
      >
        <IconDownload size={15} />
      </ActionIcon>
      {onRemove && (
        <ActionIcon size={28} variant="default" aria-label={`Deletar ${which}`} title="Deletar" onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
      {shown && <DocumentPreview document={document} onClose={() => setShown(false)} />}
    </>
  );
}
