import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copy } from '#web/lib/clipboard.ts';

/** How long a button says that it has copied. */
const SAID = 1_500;

/** For a button that puts `value` into the clipboard, and says so itself; `onCopied` is called once it is there. */
export function useCopy(value: string, onCopied?: () => void) {
  const [copied, setCopied] = useState(false);
  return {
    copied,
    async onClick() {
      if (!(await copy(value))) return;
      setCopied(true);
      setTimeout(() => setCopied(false), SAID);
      onCopied?.();
    },
  };
}

type CopyIconProps = { label: string; value: string; onCopy?: (() => void) | undefined };

/** Beside a value: puts it into the clipboard. */
export function CopyIcon({ label, value, onCopy }: CopyIconProps) {
  const { copied, onClick } = useCopy(value, onCopy);
  return (
    <ActionIcon size={28} aria-label={copied ? `${label}: copiado` : `Copiar ${label}`} onClick={onClick}>
      {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
    </ActionIcon>
  );
}
