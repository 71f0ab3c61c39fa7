import { Button } from '@mantine/core';
import { templates } from '@morada/contract/lease/templates';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import type { GeneratedContract } from './use-generate-contract.ts';

const GenerateContractWindow = lazyWindow(
  () => import('./generate-contract-window.tsx'),
  (window) => window.default,
);

type GenerateContractProps = {
  contractId: number;
  /** The document that the contract has now. */
  onGenerated: (document: GeneratedContract) => void;
};

/** The button on a contract, and the window behind it. Nothing for those who may not add documents to it. */
export function GenerateContract({ contractId, onGenerated }: GenerateContractProps) {
  const [opened, setOpened] = useState(false);
  if (!may(templates.generate.access) || !may(templates.check.access)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={15} />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Gerar contrato
      </Button>
      {opened && (
        <GenerateContractWindow
          contractId={contractId}
          onClose={() => setOpened(false)}
          onGenerated={(document) => {
            setOpened(false);
            onGenerated(document);
          }}
        />
      )}
    </>
  );
}
