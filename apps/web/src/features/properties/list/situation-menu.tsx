import { Button, Menu } from '@mantine/core';
import { propertyLife, type PropertyStatus as Situation, statusAfterContract } from '@morada/domain/property/property';
import { PROPERTY_STATUSES, type TransactionType } from '@morada/domain/property/property-words';
import { IconChevronDown } from '@tabler/icons-react';
import { PropertyStatus } from '#web/entities/property/property-status.tsx';

type SituationMenuProps = {
  property: { status: Situation; type: TransactionType };
  onChoose: (status: Situation) => unknown;
  loading: boolean;
};

/** The other statuses; of "Alugado" and "Vendido" only the one that fits the transaction. */
export function SituationMenu({ property, onChoose, loading }: SituationMenuProps) {
  const { status, type } = property;
  const taken = statusAfterContract(type);
  const choices = propertyLife.states.filter(
    (choice) => choice !== status && (choice === taken || (choice !== 'RENTED' && choice !== 'SOLD')),
  );
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} />} loading={loading}>
          Alterar situação
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice} aria-label={PROPERTY_STATUSES[choice]} onClick={() => onChoose(choice)}>
            <PropertyStatus status={choice} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
