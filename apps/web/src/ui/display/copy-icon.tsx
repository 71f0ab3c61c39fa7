import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { clipboardIsThere } from '#web/lib/clipboard.ts';

/** Beside a value: puts it into the clipboard. */
export function CopyIcon({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          size={28}
          aria-label={copied ? `${label}: copiado` : `Copiar ${label}`}
          onClick={() => clipboardIsThere() && copy()}
        >
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
