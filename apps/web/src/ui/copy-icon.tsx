import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Beside a value: puts it into the clipboard. */
export function CopyIcon({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon size={28} aria-label={copied ? `${label}: copiado` : `Copiar ${label}`} onClick={copy}>
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
