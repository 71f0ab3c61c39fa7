import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { clipboardIsThere } from '#web/lib/clipboard.ts';

type CopyIconProps = { label: string; value: string; onCopy?: (() => void) | undefined };

/** Beside a value: puts it into the clipboard. */
export function CopyIcon({ label, value, onCopy }: CopyIconProps) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          size={28}
          aria-label={copied ? `${label}: copiado` : `Copiar ${label}`}
          onClick={() => {
            if (!clipboardIsThere()) return;
            copy();
            onCopy?.();
          }}
        >
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
