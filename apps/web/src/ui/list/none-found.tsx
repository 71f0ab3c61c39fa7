import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/blank.tsx';

type NoneFoundProps = {
  icon?: ComponentType<{ size?: number }>;
  /** "Nenhuma fatura com estes filtros". */
  title: string;
  below?: ReactNode;
  onClear: () => void;
};

/** In the place of a list whose filters leave nothing. */
export const NoneFound = ({ icon = IconSearchOff, onClear, ...words }: NoneFoundProps) => (
  <EmptyState
    icon={icon}
    {...words}
    action={
      <Button variant="default" onClick={onClear}>
        Limpar filtros
      </Button>
    }
  />
);
