import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { notes } from '@morada/contract/fiscal/fiscal-notes';
import { addToReference, formatMonth, referenceOf } from '@morada/domain/base/calendar';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';

const MONTHS_OFFERED = 12;

/** The XML of all notes of a month in one file, as the accountant asks for it. */
export function MonthArchive() {
  const [running, setRunning] = useState(false);
  const now = referenceOf(today());
  const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => addToReference(now, -back));
  async function save(month: (typeof months)[number]) {
    setRunning(true);
    await download(notes.archive, { query: { month } })
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
          XML do mês
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {months.map((month) => (
          <Menu.Item key={month} onClick={() => save(month)}>
            {formatMonth(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
