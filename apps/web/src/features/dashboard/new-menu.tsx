import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { proposals } from '@morada/contract/lease/proposals';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import type { Access } from '@morada/domain/access/permissions';
import { IconChevronDown, IconFileText, IconHome, IconPlus, IconUsers } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { may } from '#web/lib/session/session.ts';

type Entry = { label: string; icon: ComponentType<{ size?: number }>; access: Access; to: LinkProps['to'] };

const ENTRIES: Entry[] = [
  { label: 'Cliente', icon: IconUsers, access: clients.create.access, to: '/clients/create' },
  { label: 'Imóvel', icon: IconHome, access: properties.create.access, to: '/properties/register' },
  { label: 'Contrato', icon: IconFileText, access: proposals.create.access, to: '/contracts/create' },
];

/** Menu of the records that the user may create; null when there are none. */
export function NewMenu() {
  const entries = ENTRIES.filter(({ access }) => may(access));
  if (entries.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={15} />} rightSection={<IconChevronDown size={15} />}>
          Novo
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Icon, to }) => (
          <Menu.Item key={label} leftSection={<Icon size={15} />} renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
