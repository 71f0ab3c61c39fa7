import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import type { ExportFormat } from '@morada/contract/base/export';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';

export const EXPORT_FORMATS = { xlsx: 'Planilha (XLSX)', csv: 'Texto (CSV)' } satisfies Record<ExportFormat, string>;

/** The filtered list as a spreadsheet: `onExport` saves it, and the button waits meanwhile. */
export function ExportButton({ onExport }: { onExport: (format: ExportFormat) => Promise<unknown> }) {
  const [running, setRunning] = useState(false);

  async function run(format: ExportFormat) {
    setRunning(true);
    await onExport(format)
      .catch(toast.failure)
      .finally(() => setRunning(false));
  }

  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          rightSection={<IconChevronDown size={15} />}
          loading={running}
        >
          Exportar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(EXPORT_FORMATS).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => run(format as ExportFormat)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
