import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import classes from './bell.module.css';
import { unreadQuery } from './unread.ts';

const BellPanel = lazyPanel(
  'as notificações',
  () => import('./bell-panel.tsx'),
  ({ default: BellPanel }) => BellPanel,
);

export function Bell() {
  const [opened, setOpened] = useState(false);
  const { data = [] } = useQuery(unreadQuery);
  const count = data.length;
  const words = count === 1 ? '1 não lida' : `${count} não lidas`;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={32}
          className={classes.bell}
          aria-label={count > 0 ? `Notificações: ${words}` : 'Notificações'}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={17} />
          {count > 0 && (
            <span className={classes.count} aria-hidden="true">
              {count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notificações">
        <BellPanel />
      </Popover.Dropdown>
    </Popover>
  );
}
